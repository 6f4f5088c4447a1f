import { StatusError } from '../../client/status-error'
import { messageOf } from '../../machinery/message-of'
import { PROGRAM } from './words'

/** A failure of a command: printed as `error: <message>`. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message)
  }
}

/** An invalid call of a command: its help is printed before the message. */
export class Misuse extends CommandError {}

/** A failure after a part of the output was produced; that part is printed first. */
export class PrintStopped extends CommandError {
  constructor(
    message: string,
    readonly printed: string,
  ) {
    super(message)
  }
}

/** Printed without a prefix. */
export class PlainError extends Error {
  override readonly name = 'PlainError'
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message)
  }
}

/** Several failures of one command; each is printed on its own line. */
export class ManyErrors extends Error {
  override readonly name = 'ManyErrors'
  constructor(readonly errors: readonly unknown[]) {
    super(
      errors.length === 1
        ? messageOf(errors[0])
        : `[${[...new Set(errors.map((error) => messageOf(error)))].join(', ')}]`,
    )
  }
}

/** No server answered at this address. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  constructor(
    readonly reason: string,
    /** `host:port` if the connection was refused. */
    readonly refusedBy?: string,
    /** Method and address of the request, as messages show it. */
    request?: string,
  ) {
    const why =
      refusedBy === undefined
        ? reason
        : `dial tcp ${refusedBy.replace(/^localhost\b/, '127.0.0.1')}: connect: connection refused`
    super(request === undefined ? why : `${request}: ${why}`)
  }
  /** The same error with the failed request added. */
  of(method: string, url: string): ConnectionError {
    const verb = method.charAt(0) + method.slice(1).toLowerCase()
    return new ConnectionError(this.reason, this.refusedBy, `${verb} ${JSON.stringify(url)}`)
  }
}

/** Whether discovery failed entirely: the server was unreachable, or refused access. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof ConnectionError || (error instanceof StatusError && (error.code === 401 || error.code === 403))

/** Ends the command with an exit code and prints nothing more. */
export class Exit extends Error {
  override readonly name = 'Exit'
  constructor(readonly exitCode: number) {
    super(`exit ${exitCode}`)
  }
}

/** The error for an invalid call; `path` is the command's full name. */
export const usageError = (path: string, message: string): CommandError =>
  new CommandError(`${message}\nSee '${path} -h' for help and examples`)

/** Throws the collected errors: nothing, the only one, or all together. */
export function throwAll(errors: readonly unknown[]): void {
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new ManyErrors(errors)
}

/** The error with its source file in front of the message, such as `error when creating "x.yaml": …`. */
export function withSource(verb: string, source: string | undefined, error: unknown): unknown {
  if (source === undefined || source === '') return error
  const message = `error when ${verb} ${JSON.stringify(source)}: ${messageOf(error)}`
  if (error instanceof StatusError) return new StatusError(error.code, error.reason, message, error.details)
  return new CommandError(message)
}

/** The text and exit code of an error. */
export function explainError(error: unknown): { text: string; exitCode: number } {
  if (error instanceof ManyErrors && error.errors.length === 1) return explainError(error.errors[0])
  if (error instanceof Exit) return { text: '', exitCode: error.exitCode }
  if (error instanceof PlainError) return { text: error.message, exitCode: error.exitCode }
  if (error instanceof ManyErrors)
    return {
      text: error.errors.map((one) => `${standardText(one) ?? messageOf(one)}\n`).join(''),
      exitCode: 1,
    }
  if (error instanceof StatusError && error.reason === 'Invalid') return { text: invalidText(error), exitCode: 1 }
  const known = standardText(error)
  if (known !== undefined) return { text: known, exitCode: 1 }
  const message = messageOf(error)
  return {
    text: message.startsWith('error: ') ? message : `error: ${message}`,
    exitCode: error instanceof CommandError ? error.exitCode : 1,
  }
}

function standardText(error: unknown): string | undefined {
  if (error instanceof StatusError) {
    if (error.reason === 'Unauthorized') return `error: You must be logged in to the server (${error.message})`
    return error.reason
      ? `Error from server (${error.reason}): ${error.message}`
      : `Error from server: ${error.message}`
  }
  if (error instanceof ConnectionError)
    return error.refusedBy === undefined
      ? `Unable to connect to the server: ${error.reason}`
      : `The connection to the server ${error.refusedBy} was refused - did you specify the right host or port?`
  return undefined
}

/** The causes of an invalid object as a list without duplicates. */
function invalidText({ message, details }: StatusError): string {
  let text = 'The request is invalid'
  if (!details) return message ? `${text}: ${message}` : text
  const causes = [...new Set((details.causes ?? []).map((cause) => `${cause.field ?? ''}: ${cause.message ?? ''}`))]
  if (details.kind || details.name) text = `The ${details.kind ?? ''} ${JSON.stringify(details.name ?? '')} is invalid`
  else if (message && causes.length === 0) text += `: ${message}`
  if (causes.length === 0) return text
  return causes.length === 1 ? `${text}: ${causes[0]}` : `${text}: \n${causes.map((cause) => `* ${cause}`).join('\n')}`
}

/** The error for a command that does not exist, with those that were perhaps meant. */
export const unknownCommand = (word: string, similar: readonly string[]): CommandError =>
  new CommandError(
    `unknown command ${JSON.stringify(word)} for "${PROGRAM}"` +
      (similar.length ? `\n\nDid you mean this?\n${similar.map((name) => `\t${name}\n`).join('')}` : ''),
  )

/** The error for a type that no served version has, for commands that search the versions themselves. */
export function noMatchFor(word: string, apiVersion: string): Error {
  const type = JSON.stringify(word.split('.')[0] ?? '')
  if (!apiVersion) return new PlainError(`the server doesn't have a resource type ${type}`)
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  return new PlainError(
    group
      ? `the server doesn't have a resource type ${type} in group ${JSON.stringify(group)} and version ${JSON.stringify(version)}`
      : `the server doesn't have a resource type ${type} in version ${JSON.stringify(version)}`,
  )
}
