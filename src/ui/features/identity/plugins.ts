import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { CommandNotFound, type ExecResult, type ExecRun } from '../../../client/exec-credential'
import { timestamp } from '../../../machinery/clock'
import { isObject, type Json } from '../../../machinery/json'
import { messageOf } from '../../../machinery/message-of'
import { browserKey } from '../../../names/site'
import type { Sandbox } from '../../../outside/sandbox/sandbox'

/** A credential plugin as a function in the tab, under its command's name. */
export interface Plugin {
  readonly source: string
  readonly stdinAvailable: boolean
}

/** A run, without its output, which may be a credential. */
export interface PluginRun {
  readonly at: number
  readonly command: string
  readonly args: readonly string[]
  /** Content of the environment variable with execution information. */
  readonly info: string
  readonly interactive: boolean
  readonly outcome: string
  readonly ok: boolean
}

/** Code of a new credential plugin. */
export const EXAMPLE_PLUGIN = `// Called instead of starting a program. What it returns is printed as JSON;
// what it throws goes to standard error, with exit code 1.
function plugin({ args, env, stdin, now }) {
  const info = JSON.parse(env.ORCH_EXEC_INFO)
  return {
    apiVersion: info.apiVersion,
    kind: 'ExecCredential',
    status: {
      token: stdin || 'badge-4711',
      // One minute from now, by the cluster's clock.
      expirationTimestamp: new Date(Date.parse(now) + 60_000).toISOString(),
    },
  }
}
`

interface PluginState {
  readonly plugins: Readonly<Record<string, Plugin>>
  /** Standard input by command; never stored. */
  readonly stdin: Readonly<Record<string, string>>
  readonly runs: readonly PluginRun[]
  readonly save: (command: string, plugin: Plugin) => void
  readonly remove: (command: string) => void
  readonly type: (command: string, text: string) => void
}

/** Credential plugins that users have written, and their input; kept in the browser. */
export const usePlugins = create<PluginState>()(
  persist(
    (set) => ({
      plugins: {},
      stdin: {},
      runs: [],
      save: (command, plugin) => set((state) => ({ plugins: { ...state.plugins, [command]: plugin } })),
      remove: (command) =>
        set((state) => ({
          plugins: Object.fromEntries(Object.entries(state.plugins).filter(([name]) => name !== command)),
        })),
      type: (command, text) => set((state) => ({ stdin: { ...state.stdin, [command]: text } })),
    }),
    { name: browserKey('plugins'), partialize: ({ plugins }) => ({ plugins }) },
  ),
)

const noted = (run: PluginRun): void => {
  usePlugins.setState((state) => ({ runs: [...state.runs, run].slice(-40) }))
}

/** A plugin function's standard output: strings unchanged, everything else as JSON. */
export const printed = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

let sandbox: Promise<Sandbox> | undefined
const ownSandbox = (): Promise<Sandbox> =>
  (sandbox ??= import('../../../outside/sandbox/frame').then(({ createFrameSandbox }) => createFrameSandbox(document)))

/** Runs the function for a command. Rejects with `CommandNotFound` if there is none. */
export async function runPlugin({ command, args, env, stdin }: ExecRun, now: number): Promise<ExecResult> {
  const { plugins, stdin: typed } = usePlugins.getState()
  const plugin = plugins[command] ?? plugins[command.split('/').at(-1) ?? '']
  const info = env['ORCH_EXEC_INFO'] ?? ''
  const run = (outcome: string, ok: boolean): void =>
    noted({ at: now, command, args, info, interactive: stdin, outcome, ok })
  if (!plugin) {
    run('command not found', false)
    throw new CommandNotFound(command)
  }
  try {
    const input: Json = {
      args: [...args],
      env: { ...env },
      stdin: stdin ? (typed[command] ?? '') : '',
      now: timestamp(now),
    }
    const value = await (await ownSandbox()).run({ source: plugin.source, name: 'plugin', input })
    const status = isObject(value) && isObject(value['status']) ? value['status'] : {}
    const until = status['expirationTimestamp']
    run(typeof until === 'string' ? `a credential until ${until}` : 'a credential', true)
    return { exitCode: 0, stdout: printed(value) }
  } catch (error) {
    run(`exit code 1: ${messageOf(error)}`, false)
    return { exitCode: 1, stdout: '' }
  }
}
