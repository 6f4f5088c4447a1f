import type { Clock } from '../../machinery/clock'
import type { ClientConnection } from '../../machinery/client-config'
import type { JsonObject } from '../../machinery/json'
import type { Send } from '../../client/client'

/** The files that a command may read and write: a disk in Node, a small file area in the page. */
export interface Files {
  /** Rejects with `FileMissing` when there is no such file. */
  read(path: string): Promise<Uint8Array>
  write(path: string, content: string): Promise<void>
  /** What a path leads to; undefined when nothing is there. */
  kind(path: string): Promise<'file' | 'directory' | undefined>
  /** Names in a directory, sorted. */
  list(path: string): Promise<readonly string[]>
}

export class FileMissing extends Error {
  override readonly name = 'FileMissing'
  constructor(readonly path: string) {
    super(`open ${path}: no such file or directory`)
  }
}

/** What a program that a command starts (an editor, a diff program) has printed, and its exit code. */
export interface ProgramResult {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** A place to send requests to. `user` is the user's entry of the configuration, for plugins and identity providers. */
export interface ConnectOptions {
  readonly connection: ClientConnection
  readonly user: JsonObject
  readonly cluster: JsonObject
  /** Writes the user's `auth-provider` into the file that the user comes from; undefined when there is none. */
  readonly saveProvider?: (provider: JsonObject) => Promise<void>
  /** The directory that relative names of the configuration start from. */
  readonly directory: string
  /** Headers that ask for another identity: one pair for each header line. */
  readonly impersonate: readonly (readonly [string, string])[]
}
export type Connect = (options: ConnectOptions) => Send | Promise<Send>

/** Texts that are remembered between commands. */
export interface DocumentCache {
  get(key: string): Promise<string | undefined>
  set(key: string, text: string): Promise<void>
}

/** Everything a command may touch. Handed in by the entry: the Node program or the page's terminal. */
export interface Io {
  /** The words after the program's name. */
  readonly argv: readonly string[]
  /** The whole of standard input. */
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
  /** The connection when neither flag nor configuration names one: the page's own control plane. */
  readonly defaultConnection?: ClientConnection
  /** Lets a person change a text; undefined where nobody can. Resolves with the text as it was left. */
  readonly edit?: (name: string, text: string) => Promise<string>
  /** Runs another program; undefined where there are none. */
  readonly runProgram?: (command: string, args: readonly string[], stdin?: string) => Promise<ProgramResult>
  /** Passes two folders of files, each a text by its name, to a program that compares them; undefined where there are none. */
  readonly compareFolders?: (
    command: string,
    args: readonly string[],
    folders: Readonly<Record<string, ReadonlyMap<string, string>>>,
  ) => Promise<ProgramResult>
  /** Discovery documents of earlier commands, by server. `directory` is where a flag wants them; empty when none says so. */
  readonly cache?: (directory: string) => DocumentCache
}
