import type { ContentMark } from './control-plane-content'
import type { createImports } from './control-plane-imports'
import type { LinkedFlags } from './control-plane-link'
import type { ControlPlaneRuns, RunOptions } from './control-plane-runs'
import type { ControlCalls, ControlName, MediumState } from './server/control'
import type { Store } from './store/store'
import { clearStore, exportStore } from './store/transfer'

/** The parts that the calls work on: the runs of the control plane, and everything that outlives them. */
export interface HostParts {
  readonly runs: ControlPlaneRuns
  readonly flags: LinkedFlags
  readonly content: ContentMark
  readonly imports: ReturnType<typeof createImports>
  readonly storage: RunOptions['storage']
}

/** The calls of server/control.ts that the host answers itself, whether or not its control plane is running. */
export type HostCalls = { [N in ControlName]?: (args: ControlCalls[N]['args']) => Promise<ControlCalls[N]['result']> }

/** The calls about flags, medium and content. Each change ends the current run and starts another. */
export function createHostCalls({ runs, flags, content, imports, storage }: HostParts): HostCalls {
  const forgetKeys = (): Promise<void> => (runs.place?.keys ?? storage.keys).clear()

  async function mediumState(): Promise<MediumState> {
    const { medium, note } = runs.place ?? (await storage.place(runs.choice))
    return { medium, durability: runs.choice.durability, ...(note !== undefined && { note }) }
  }

  async function reset(argv?: readonly string[]): Promise<void> {
    const store = runs.store
    const words = argv ?? runs.flags
    const empty = async (open: Store): Promise<void> => {
      await forgetKeys()
      await clearStore(open)
    }
    const run = (done: () => Promise<void>): Promise<void> =>
      store && !store.fault() ? runs.startEmpty(words, empty, done) : runs.overNewStore(words, forgetKeys, done)
    await (argv ? flags.change(argv, run) : run(async () => undefined))
    await content.note(flags.saved.length > 0)
  }

  return {
    async flags() {
      const error = runs.failure
      return { argv: runs.flags, ...(error !== undefined && { error }) }
    },
    link: (args) => flags.call(args),
    restart: done(({ argv }) => flags.restart(argv)),
    async export() {
      const store = runs.store
      return store ? exportStore(store) : (runs.place ?? (await storage.place(runs.choice))).rescue()
    },
    async medium(args) {
      if (args.action === 'move') await flags.move(args)
      return mediumState()
    },
    import: done(async ({ text, mode = 'replace' }) => {
      await imports.take(text, mode)
      await content.note()
    }),
    'undo-import': done(() => imports.undo()),
    reset: done((args) => reset(args?.argv)),
  }
}

/** Makes a call without a result answer null. */
const done =
  <Args>(work: (args: Args) => Promise<void>) =>
  async (args: Args): Promise<null> => {
    await work(args)
    return null
  }
