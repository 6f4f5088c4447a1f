import type { Call, Command } from '../../core/command'
import { throwAll, usageError } from '../../core/errors'
import type { Flag } from '../../core/flags'
import { managerOf } from '../../core/words'
import { specOf } from '../../describe/common'
import { DRY_RUN_FLAG, dryRunOf, dryRunSuffix } from '../../print/dry-run'
import type { Info } from '../../resources/manifests'
import { Objects } from '../../resources/server'
import { targetsOf } from '../../resources/targets'

/** The help section of commands about nodes. */
export const SECTION = 'Cluster Management Commands'
/** Flags of `cordon`, `uncordon` and `drain`. */
export const NODE_FLAGS: readonly Flag[] = [
  DRY_RUN_FLAG,
  { name: 'selector', short: 'l', type: 'string', help: 'Labels of the nodes' },
]

/** The nodes in the arguments or of `--selector`. @throws CommandError for none, for both, and for a node that does not exist */
export async function nodesOf(call: Call): Promise<Info[]> {
  const { args, flags, path } = call
  if (args.length === 0 && !flags.string('selector'))
    throw usageError(path, `USAGE: ${path.split(' ').at(-1) ?? ''} NODE [flags]`)
  if (args.length > 0 && flags.string('selector'))
    throw usageError(path, 'error: cannot specify both a node name and a --selector option')
  const errors: unknown[] = []
  const infos = await targetsOf(call, {
    args: ['nodes', ...args.map((name) => name.replace(/^nodes?\//, ''))],
    selectable: true,
    failed: (error) => errors.push(error),
  })
  throwAll(errors)
  return infos
}

/** Cordons or uncordons one node and reports it; a node that is already in the desired state is not changed. */
export async function setSchedulable(call: Call, node: Info, schedulable: boolean): Promise<void> {
  const { session, flags } = call
  const dryRun = dryRunOf(session, flags)
  const now = specOf(node.object).unschedulable !== true
  const word = schedulable ? 'uncordoned' : 'cordoned'
  if (now === schedulable) return session.out(`node/${node.name} already ${word}${dryRunSuffix(dryRun)}`)
  if (dryRun !== 'client')
    await new Objects(session).patch(
      node,
      'strategic',
      { spec: { unschedulable: schedulable ? null : true } },
      { dryRun, fieldManager: managerOf(schedulable ? 'uncordon' : 'cordon') },
    )
  session.out(`node/${node.name} ${word}${dryRunSuffix(dryRun)}`)
}

const cordonCommand = (name: 'cordon' | 'uncordon', short: string): Command => ({
  name,
  short,
  section: SECTION,
  flags: NODE_FLAGS,
  async run(call) {
    for (const node of await nodesOf(call)) await setSchedulable(call, node, name === 'uncordon')
  },
})
/** The `cordon` command. */
export const CORDON = cordonCommand('cordon', 'Let no new pods onto a node')
/** The `uncordon` command. */
export const UNCORDON = cordonCommand('uncordon', 'Let pods onto a node again')
