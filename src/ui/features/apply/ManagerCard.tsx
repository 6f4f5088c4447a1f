import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { useId, useMemo, useRef, useState } from 'react'
import { Icon } from '../../components/Icon'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { markClass } from '../../components/ownership/mark-class'
import { ownedPaths } from '../../components/ownership/owners'
import { ConflictPanel } from './ConflictPanel'
import { openConflicts } from './conflicts'
import { claimsNothing, intentValue } from './intents'
import type { Lab, Manager } from './use-lab'
import { Withdraw } from './Withdraw'

const LINE = 20
const lines = (text: string): number => Math.min(26, Math.max(7, text.split('\n').length))

/** What a manager owns, in a few words. */
function holdings(lab: Lab, manager: Manager): string {
  const { owner } = manager
  if (!owner) return 'owns nothing'
  const all = ownedPaths(lab.owners)
  const mine = [...all.values()].filter(({ names }) => names.includes(owner.name))
  const shared = mine.filter(({ names }) => names.length > 1).length
  return `owns ${mine.length} ${mine.length === 1 ? 'field' : 'fields'}${shared ? `, ${shared} shared` : ''}`
}

/** Whether others took all that it applied: its last apply is not the newest version, and it owns nothing. */
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

/** One manager: its intent, and what it can do with it. */
export function ManagerCard({
  lab,
  manager,
  at,
  active,
  entered,
  onActive,
  register,
}: {
  readonly lab: Lab
  readonly manager: Manager
  /** Its number: the key that leads to its editor. */
  readonly at: number
  readonly active: boolean
  /** Its editor takes the focus when it comes. */
  readonly entered: boolean
  readonly onActive: () => void
  /** Passes up how to get into the editor. */
  readonly register: (focus: (() => void) | undefined) => void
}) {
  const { name, text, outcome, busy } = manager
  const title = useId()
  const card = useRef<HTMLElement>(null)
  const [withdrawing, setWithdrawing] = useState(false)
  const mark = lab.marks.get(manager.owner?.name ?? name)
  const unreadable = useMemo(() => intentValue(text) === undefined, [text])
  const open = useMemo(
    () => (outcome?.type === 'conflict' ? openConflicts(outcome.conflicts, text, lab.structure) : []),
    [outcome, text, lab.structure],
  )
  const apply = (options: { force?: boolean; dryRun?: boolean } = {}): void => {
    setWithdrawing(false)
    if (!unreadable) void lab.apply(name, options)
  }
  const enter = (): void =>
    card.current?.querySelector<HTMLElement>('.monaco-editor textarea, .monaco-editor [role="textbox"]')?.focus()
  return (
    <section
      ref={(element) => {
        card.current = element
        register(element ? enter : undefined)
      }}
      className="o-panel o-lab-card"
      data-active={active || undefined}
      aria-labelledby={title}
      tabIndex={-1}
      onFocusCapture={onActive}
    >
      <header>
        <span className={`o-lab-mark ${markClass(mark ? [mark] : [])}`} aria-hidden="true" />
        <h2 id={title} className="o-break">
          {name}
        </h2>
        <span className="o-dim o-small o-clip o-grow">{holdings(lab, manager)}</span>
        <State lab={lab} manager={manager} />
        <Tooltip label={`Edit (${at})`}>
          <button type="button" className="o-key o-lab-into" onClick={enter}>
            <span aria-hidden="true">{at}</span>
            <span className="o-hidden">Edit the manifest of {name}</span>
          </button>
        </Tooltip>
        {!manager.owner && (
          <Tooltip label="Close the editor">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Close the editor of ${name}`}
              onClick={() => lab.putAway(name)}
            >
              <Icon name="close" />
            </ActionIcon>
          </Tooltip>
        )}
      </header>
      <div className="o-lab-editor" style={{ height: lines(text) * LINE + 20 }}>
        <LazyYamlEditor
          id={lab.key + name}
          label={`Manifest of ${name}. Control Enter applies, Escape leaves.`}
          value={text}
          partial
          skipped
          autoFocus={entered}
          onChange={(next) => lab.setText(name, next)}
          onSubmit={() => apply()}
          onSave={() => apply()}
          onLeave={() => card.current?.focus()}
        />
      </div>
      <div className="o-lab-actions">
        <Button size="xs" loading={busy} disabled={unreadable} onClick={() => apply()} aria-keyshortcuts="a">
          Apply
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={unreadable || busy}
          onClick={() => apply({ force: true })}
          aria-keyshortcuts="f"
        >
          Force
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={unreadable || busy}
          onClick={() => apply({ dryRun: true })}
          aria-keyshortcuts="d"
        >
          Dry run
        </Button>
        <span className="o-grow" />
        <Button
          size="xs"
          variant="default"
          disabled={!manager.owner || busy}
          onClick={() => setWithdrawing(true)}
          aria-keyshortcuts="w"
        >
          Withdraw
        </Button>
      </div>
      <div className="o-lab-outcome" aria-live="polite">
        {unreadable && (
          <p className="o-small o-tone o-tone-refused">This is not valid YAML yet. The editor marks the error.</p>
        )}
        {!unreadable && manager.owner && claimsNothing(text) && (
          <p className="o-small o-dim">This manifest is empty. Applying it releases every field {name} owns.</p>
        )}
        {withdrawing && (
          <Withdraw
            lab={lab}
            manager={manager}
            onDone={() => {
              setWithdrawing(false)
              card.current?.focus()
            }}
          />
        )}
        {outcome?.type === 'failed' && <ErrorMessage error={outcome.error} />}
        {outcome?.type === 'conflict' && (
          <ConflictPanel
            lab={lab}
            manager={manager}
            open={open}
            total={outcome.conflicts.length}
            dryRun={outcome.dryRun}
            onApply={apply}
          />
        )}
        {(outcome?.type === 'stored' || outcome?.type === 'preview') &&
          outcome.warnings.map((warning, i) => (
            <p key={i} className="o-small o-tone o-tone-changed">
              Warning: {warning}
            </p>
          ))}
      </div>
    </section>
  )
}
