import { StatusError } from '../../client/client'
import { messageOf } from '../../machinery/message-of'
import { PROGRAM } from './words'

/** A command that can't go on: printed as `error: <message>`. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message)
  }
}

/** A mistake in how a command was called: its help is printed, and then the mistake. */
export class Misuse extends CommandError {}

/** A failure after a part of the output was made, which is printed first. */
export class PrintStopped extends CommandError {
  constructor(
    message: string,
    readonly printed: string,
  ) {
    super(message)
  }
}

/** Printed as it is, without a prefix. */
export class PlainError extends Error {
  override readonly name = 'PlainError'
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message)
  }
}

/** Several failures of one command; each is printed on a line of its own. */
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

/** Nothing at this address answered. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  constructor(
    readonly reason: string,
    /** `host:port` when the connection was refused. */
    readonly refusedBy?: string,
    /** Method and address of the request, as messages name it. */
    request?: string,
  ) {
    const why =
      refusedBy === undefined
        ? reason
        : `dial tcp ${refusedBy.replace(/^localhost\b/, '127.0.0.1')}: connect: connection refused`
    super(request === undefined ? why : `${request}: ${why}`)
  }
  /** The same failure with the request that failed. */
  of(method: string, url: string): ConnectionError {
    const verb = method.charAt(0) + method.slice(1).toLowerCase()
    return new ConnectionError(this.reason, this.refusedBy, `${verb} ${JSON.stringify(url)}`)
  }
}

/** The server, or who keeps it from answering, could not be asked at all what there is. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof ConnectionError || (error instanceof StatusError && (error.code === 401 || error.code === 403))

/** Ends the command with a code and prints nothing more. */
export class Exit extends Error {
  override readonly name = 'Exit'
  constructor(readonly exitCode: number) {
    super(`exit ${exitCode}`)
  }
}

/** A mistake in how the command was called; `path` is the command's name with those of its parents. */
export const usageError = (path: string, message: string): CommandError =>
  new CommandError(`${message}\nSee '${path} -h' for help and examples`)

/** Throws what was collected: nothing, the one error, or all together. */
export function throwAll(errors: readonly unknown[]): void {
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new ManyErrors(errors)
}

/** The error with the file that it is about in front of its message, as `error when creating "x.yaml": …`. */
export function withSource(verb: string, source: string | undefined, error: unknown): unknown {
  if (source === undefined || source === '') return error
  const message = `error when ${verb} ${JSON.stringify(source)}: ${messageOf(error)}`
  if (error instanceof StatusError) return new StatusError(error.code, error.reason, message, error.details)
  return new CommandError(message)
}

/** The text of an error and the exit code that goes with it. */
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

/** What an object was refused for: its causes in a list, each once. */
function invalidText({ message, details }: StatusError): string {
  let text = 'The request is invalid'
  if (!details) return message ? `${text}: ${message}` : text
  const causes = [...new Set((details.causes ?? []).map((cause) => `${cause.field ?? ''}: ${cause.message ?? ''}`))]
  if (details.kind || details.name) text = `The ${details.kind ?? ''} ${JSON.stringify(details.name ?? '')} is invalid`
  else if (message && causes.length === 0) text += `: ${message}`
  if (causes.length === 0) return text
  return causes.length === 1 ? `${text}: ${causes[0]}` : `${text}: \n${causes.map((cause) => `* ${cause}`).join('\n')}`
}

export const unknownCommand = (word: string, similar: readonly string[]): CommandError =>
  new CommandError(
    `unknown command ${JSON.stringify(word)} for "${PROGRAM}"` +
      (similar.length ? `\n\nDid you mean this?\n${similar.map((name) => `\t${name}\n`).join('')}` : ''),
  )

/** A type that no version of the server's groups has, as commands say it that look for a version themselves. */
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
