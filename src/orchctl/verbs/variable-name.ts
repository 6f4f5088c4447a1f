import { CommandError } from '../core/errors'

/** Returns the name of an environment variable. @throws CommandError if it is not valid */
export function variableName(name: string): string {
  if (/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name)) return name
  throw new CommandError(
    `${JSON.stringify(name)} is not a valid key name: a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')`,
  )
}
