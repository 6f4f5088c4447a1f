import { ActionIcon } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'
import { markClass } from '../../components/ownership/mark-class'
import { ownedPaths } from '../../components/ownership/owners'
import type { NumberedMark } from '../../components/ownership/marks'
import { Tip } from '../../components/Tip'
import { claimsNothing } from './intents'
import type { Lab, Manager } from './lab'

/**
 * Whether others took over everything that it applied: it owns nothing, and its last apply is not the newest version.
 */
function isBereft({ history }: Lab, { outcome, owner, text }: Manager): boolean {
  if (owner || claimsNothing(text)) return false
  const newest = history.versions.at(-1)?.resourceVersion
  const made = outcome?.type === 'stored' ? outcome.object.metadata.resourceVersion : undefined
  return (
    made === undefined || (made !== newest && history.versions.some(({ resourceVersion }) => resourceVersion === made))
  )
}

function State({ lab, manager }: { readonly lab: Lab; readonly manager: Manager }) {
  const { outcome, applied, text } = manager
  if (outcome?.type === 'conflict')
    return <Verdict tone="refused">{outcome.dryRun ? 'would conflict' : 'conflict'}</Verdict>
  if (outcome?.type === 'failed') return <Verdict tone="refused">refused</Verdict>
  if (outcome?.type === 'preview') return <Verdict tone="waiting">dry run, nothing stored</Verdict>
  if (applied === undefined) return <Verdict tone="none">not applied</Verdict>
  if (applied !== text) return <Verdict tone="changed">unapplied edits</Verdict>
  if (isBereft(lab, manager)) return <Verdict tone="changed">ownership released</Verdict>
  if (outcome?.type === 'stored')
    return <Verdict tone="allowed">{outcome.changed ? outcome.what : 'nothing changed'}</Verdict>
  return <Verdict tone="allowed">applied</Verdict>
}

/** What a manager owns, in a few words. */
function holdings(lab: Lab, manager: Manager): string {
  const { owner } = manager
  if (!owner) return 'owns nothing'
  const all = ownedPaths(lab.owners)
  const mine = [...all.values()].filter(({ names }) => names.includes(owner.name))
  const shared = mine.filter(({ names }) => names.length > 1).length
  return `owns ${mine.length} ${mine.length === 1 ? 'field' : 'fields'}${shared ? `, ${shared} shared` : ''}`
}

/** A manager's name, mark and ownership. */
export function ManagerHead({
  mark,
  title,
  name,
  lab,
  manager,
  at,
  enter,
}: {
  readonly mark: NumberedMark | undefined
  readonly title: string
  readonly name: string
  readonly lab: Lab
  readonly manager: Manager
  readonly at: number
  readonly enter: () => void
}) {
  return (
    <header>
      <span className={`o-lab-mark ${markClass(mark ? [mark] : [])}`} aria-hidden="true" />
      <h2 id={title} className="o-break">
        {name}
      </h2>
      <span className="o-dim o-small o-clip o-grow">{holdings(lab, manager)}</span>
      <State lab={lab} manager={manager} />
      <Tip label={`Edit (${at})`}>
        <button type="button" className="o-key o-lab-into" onClick={enter}>
          <span aria-hidden="true">{at}</span>
          <span className="o-hidden">Edit the manifest of {name}</span>
        </button>
      </Tip>
      {!manager.owner && (
        <Tip label="Close the editor">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Close the editor of ${name}`}
            onClick={() => lab.putAway(name)}
          >
            <Icon name="close" />
          </ActionIcon>
        </Tip>
      )}
    </header>
  )
}
