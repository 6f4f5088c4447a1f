import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '../orchctl/core/errors'
import type { Io, ProgramResult } from '../orchctl/core/io'
import { run } from '../orchctl/run'
import { createSystemClock } from '../machinery/system-clock'
import { connectFromNode } from './connect'
import { fileCache, nodeFiles } from './files'

/** The environment of commands in this process: arguments, files, programs and network. */
export function ioOf(argv: readonly string[], signal: AbortSignal): Io {
  const clock = createSystemClock()
  const { env } = process
  const cacheFolder = env.KUBECACHEDIR ?? env.ORCHCACHEDIR ?? join(env.HOME ?? tmpdir(), '.orch', 'cache')
  return {
    argv,
    stdin: readStdin,
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    cwd: process.cwd(),
    files: nodeFiles,
    env,
    connect: connectFromNode(clock),
    clock,
    signal,
    sha256: async (bytes) => createHash('sha256').update(bytes).digest(),
    edit: editText,
    runProgram,
    compareFolders,
    cache: (directory) => fileCache(join(directory || cacheFolder, 'discovery')),
  }
}

/** Runs the command line of this process. Resolves with the exit code when everything has been printed. */
export async function main(argv: readonly string[], signal: AbortSignal): Promise<number> {
  const code = await run(ioOf(argv, signal))
  await Promise.all([drained(process.stdout), drained(process.stderr)])
  return code
}

const drained = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => stream.write('', () => resolve()))

async function readStdin(): Promise<Uint8Array> {
  const parts: Buffer[] = []
  for await (const part of process.stdin) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function runProgram(command: string, args: readonly string[], stdin?: string): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', reject)
    // A program that doesn't read its input may exit before it is written.
    child.stdin.on('error', () => undefined)
    child.on('close', (code) => resolve({ exitCode: code ?? 1, stdout, stderr }))
    child.stdin.end(stdin ?? '')
  })
}

/** Writes two folders of files, and passes them to a program as its first arguments. */
async function compareFolders(
  command: string,
  args: readonly string[],
  folders: Readonly<Record<string, ReadonlyMap<string, string>>>,
): Promise<ProgramResult> {
  const paths: string[] = []
  try {
    for (const [name, files] of Object.entries(folders)) {
      const path = await mkdtemp(join(tmpdir(), `${name}-`))
      paths.push(path)
      for (const [file, text] of files) await writeFile(join(path, file), text)
    }
    return await runProgram(command, [...paths, ...args])
  } finally {
    for (const path of paths) await rm(path, { recursive: true, force: true })
  }
}

/** Opens the editor from the environment with a file that contains the text. */
async function editText(name: string, text: string): Promise<string> {
  const { env } = process
  const editor = env.KUBE_EDITOR ?? env.ORCH_EDITOR ?? env.EDITOR ?? 'vi'
  const folder = await mkdtemp(join(tmpdir(), 'orchctl-edit-'))
  const file = join(folder, name)
  try {
    await writeFile(file, text)
    await openEditor(editor, file)
    return await readFile(file, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Like the reference client: only a command with quotes or backslashes needs a shell. */
function openEditor(editor: string, file: string): Promise<void> {
  const [program = '', ...args] = editor.split(' ')
  const shell = /["'\\]/.test(editor)
  return new Promise<void>((resolve, reject) => {
    const child = shell
      ? spawn(`${editor} "$ORCH_EDITED_FILE"`, {
          shell: true,
          stdio: 'inherit',
          env: { ...process.env, ORCH_EDITED_FILE: file },
        })
      : spawn(program, [...args, file], { stdio: 'inherit' })
    child.on('error', () => reject(new CommandError(`unable to launch the editor ${JSON.stringify(editor)}`)))
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new CommandError(`there was a problem with the editor ${JSON.stringify(editor)}`)),
    )
  })
}
