import type { Clock } from '../../machinery/clock'
import type { ClientConnection } from '../../machinery/client-config'
import type { JsonObject } from '../../machinery/json'
import type { Send } from '../../client/client'

/** The files that a command may read and write: the disk in Node, a small virtual file system in the page. */
export interface Files {
  /** Rejects with `FileMissing` if the file does not exist. */
  read(path: string): Promise<Uint8Array>
  write(path: string, content: string): Promise<void>
  /** The type of a path; undefined if nothing is there. */
  kind(path: string): Promise<'file' | 'directory' | undefined>
  /** Names in a directory, sorted. */
  list(path: string): Promise<readonly string[]>
}

/** A file that does not exist. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing'
  constructor(readonly path: string) {
    super(`open ${path}: no such file or directory`)
  }
}

/** The output and exit code of a program that a command started, such as an editor or a diff program. */
export interface ProgramResult {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** The target of requests. `user` is the user's entry of the configuration, for plugins and identity providers. */
export interface ConnectOptions {
  readonly connection: ClientConnection
  readonly user: JsonObject
  readonly cluster: JsonObject
  /** Writes the user's `auth-provider` to the file that contains the user; undefined if there is none. */
  readonly saveProvider?: (provider: JsonObject) => Promise<void>
  /** The directory that relative names in the configuration refer to. */
  readonly directory: string
  /** Impersonation headers: one pair for each header line. */
  readonly impersonate: readonly (readonly [string, string])[]
}
/** Opens a connection to a server. */
export type Connect = (options: ConnectOptions) => Send | Promise<Send>

/** Texts that are cached between commands. */
export interface DocumentCache {
  get(key: string): Promise<string | undefined>
  set(key: string, text: string): Promise<void>
}

/** A command's access to the outside. Provided by the entry: the Node program or the page's terminal. */
export interface Io {
  /** The words after the program's name. */
  readonly argv: readonly string[]
  /** Reads all of standard input. */
  readonly stdin: () => Promise<Uint8Array>
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly cwd: string
  readonly files: Files
  readonly env: Readonly<Record<string, string | undefined>>
  readonly connect: Connect
  readonly clock: Clock
  readonly signal: AbortSignal
  /** The SHA-256 digest of bytes. */
  readonly sha256: (bytes: Uint8Array) => Promise<Uint8Array>
  /** The connection if neither flag nor configuration names one: the page's own control plane. */
  readonly defaultConnection?: ClientConnection
  /** Lets the user edit a text; undefined if there is no editor. Resolves with the edited text. */
  readonly edit?: (name: string, text: string) => Promise<string>
  /** Runs another program; undefined if that is not possible. */
  readonly runProgram?: (command: string, args: readonly string[], stdin?: string) => Promise<ProgramResult>
  /** Passes two folders of files, given as texts by name, to a program that compares them; undefined if that is not possible. */
  readonly compareFolders?: (
    command: string,
    args: readonly string[],
    folders: Readonly<Record<string, ReadonlyMap<string, string>>>,
  ) => Promise<ProgramResult>
  /** Discovery documents cached by earlier commands, by server. `directory` is the flag's cache directory; empty without the flag. */
  readonly cache?: (directory: string) => DocumentCache
}
