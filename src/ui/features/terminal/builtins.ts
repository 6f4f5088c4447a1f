import { resolvePath } from '../../../orchctl/core/paths'
import { PROGRAM } from '../../../orchctl/core/words'
import { useFileArea } from '../../state/file-area'
import { useTerminalMemory } from './history'
import { HOME, pageFiles } from './page-files'
import { allOf } from './shell/channel'
import { FILTERS } from './shell/filters'
import { ShellMistake } from './shell/parse'
import type { Program } from './shell/run-pipelines'

/** What built-in commands use of their session. */
export interface Host {
  /** Switches the session's identity; without a name, returns the current one. */
  readonly act: (name: string | undefined, groups: readonly string[]) => string
  /** Opens a link from the last output; false if there is none. */
  readonly follow: (what: 'why' | 'open', name: string | undefined) => boolean
  readonly edit: (name: string, text: string) => Promise<string>
  readonly clear: () => void
}

const HELP = `${PROGRAM} …          the client: ${PROGRAM} --help lists its commands
${Object.keys(FILTERS).join(' ')}
                     filters for pipes: ${PROGRAM} get pods | grep web
> file  >> file      write the output to a file, or add to it; < file reads one
<<EOF                the lines up to EOF are the input: ${PROGRAM} apply -f - <<EOF
ls cat rm edit echo  the files that this browser keeps
as NAME [GROUP …]    act as another user here; as - returns to the page's identity
why                  open the page that explains why the last command was refused
open [KIND/NAME]     open an object in the output of the last command
history clear help   list earlier lines, clear the screen, show this text

Tab completes, Ctrl+R searches earlier lines, Ctrl+C stops a command, F6 goes to the links below the screen,
Shift+Tab to what is before it, Ctrl+\` closes the terminal. Everything here is simulated: there are no processes and no other files.
`

const fileAt = (name: string): string => resolvePath(HOME, name)

/** Reads a file of the terminal. @throws ShellMistake if it does not exist */
export async function readFile(name: string): Promise<string> {
  try {
    return new TextDecoder().decode(await pageFiles.read(fileAt(name)))
  } catch {
    throw new ShellMistake(`${name}: no such file`)
  }
}
/** Writes or appends to a file of the terminal. */
export const writeFile = async (name: string, text: string, append: boolean): Promise<void> => {
  const old = append ? (useFileArea.getState().files[fileAt(name)] ?? '') : ''
  await pageFiles.write(fileAt(name), old + text)
}

/** The terminal's built-in commands. */
export const builtinPrograms = (host: Host): Readonly<Record<string, Program>> => ({
  help: (_args, { out }) => done(out(HELP)),
  clear: () => done(host.clear()),
  echo: (args, { out }) => done(out(`${args.join(' ')}\n`)),
  history: (_args, { out }) =>
    done(useTerminalMemory.getState().lines.forEach((line, i) => out(`${String(i + 1).padStart(5)}  ${line}\n`))),
  async ls(args, { out }) {
    for (const name of await pageFiles.list(fileAt(args[0] ?? '.'))) out(`${name}\n`)
    return 0
  },
  async cat(args, { out, input }) {
    if (args.length === 0) out(await allOf(input))
    for (const name of args) out(await readFile(name))
    return 0
  },
  rm(args) {
    for (const name of args)
      if (!useFileArea.getState().remove(fileAt(name))) throw new ShellMistake(`${name}: no such file`)
    return done()
  },
  async edit([name], { out }) {
    if (name === undefined) throw new ShellMistake('edit: missing file name')
    const old = useFileArea.getState().files[fileAt(name)] ?? ''
    const text = await host.edit(name, old)
    if (text !== old) await writeFile(name, text, false)
    out(text === old ? `${name} unchanged\n` : `${name} written\n`)
    return 0
  },
  as: ([name, ...groups], { out }) => done(out(`${host.act(name, groups)}\n`)),
  why(_args, { out }) {
    if (host.follow('why', undefined)) return done()
    out('The last command was not refused by authorization.\n')
    return Promise.resolve(1)
  },
  open([name], { out }) {
    if (host.follow('open', name)) return done()
    out(
      name === undefined
        ? 'The output of the last command names no object.\n'
        : `${name} is not an object in the output of the last command.\n`,
    )
    return Promise.resolve(1)
  },
})

const done = (_nothing?: void): Promise<number> => Promise.resolve(0)

/** Names of the commands that the terminal itself provides. */
export const BUILTINS = ['as', 'cat', 'clear', 'echo', 'edit', 'help', 'history', 'ls', 'open', 'rm', 'why']
