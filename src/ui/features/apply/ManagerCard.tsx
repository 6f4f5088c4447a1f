import { Button } from '@mantine/core'
import { useId, useMemo, useRef, useState } from 'react'
import { measures } from '../../components/measures'
import { LazyYamlEditor } from '../../components/editor/LazyYamlEditor'
import { openConflicts } from './conflicts'
import { intentValue } from './intents'
import { ManagerOutcome } from './ManagerOutcome'
import { ManagerHead } from './ManagerHead'
import type { Lab, Manager } from './lab'

/** Letters that fit into a line of the card. */
const LINE_LETTERS = 36

/** The lines of an editor that shows the whole text, with long lines wrapped. */
const lines = (text: string): number =>
  Math.min(
    26,
    Math.max(
      7,
      text.split('\n').reduce((sum, { length }) => sum + Math.ceil((length + 1) / LINE_LETTERS), 0),
    ),
  )

/** A manager with its manifest and actions. */
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
  /** Number of the card, and the key that focuses its editor. */
  readonly at: number
  readonly active: boolean
  /** True if its editor takes the focus when mounted. */
  readonly entered: boolean
  readonly onActive: () => void
  /** Gives the parent a function that focuses the editor. */
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
    card.current?.querySelector<HTMLElement>('.o-editor textarea, .o-editor [role="textbox"]')?.focus()
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
      <ManagerHead mark={mark} title={title} name={name} lab={lab} manager={manager} at={at} enter={enter} />
      <div className="o-lab-editor" style={measures({ lines: String(lines(text)) })}>
        <LazyYamlEditor
          id={lab.key + name}
          label={`Manifest of ${name}. Control Enter applies, Escape leaves.`}
          value={text}
          partial
          skipped
          wraps
          autoFocus={entered}
          onChange={(next) => lab.setText(name, next)}
          onSubmit={() => apply()}
          onSave={() => apply()}
          onLeave={() => card.current?.focus()}
        />
      </div>
      <div className="o-lab-actions">
        <Button loading={busy} disabled={unreadable} onClick={() => apply()} aria-keyshortcuts="a">
          Apply
        </Button>
        <Button
          variant="default"
          disabled={unreadable || busy}
          onClick={() => apply({ force: true })}
          aria-keyshortcuts="f"
        >
          Force
        </Button>
        <Button
          variant="default"
          disabled={unreadable || busy}
          onClick={() => apply({ dryRun: true })}
          aria-keyshortcuts="d"
        >
          Dry run
        </Button>
        <span className="o-grow" />
        <Button
          variant="default"
          disabled={!manager.owner || busy}
          onClick={() => setWithdrawing(true)}
          aria-keyshortcuts="w"
        >
          Withdraw
        </Button>
      </div>
      <ManagerOutcome
        unreadable={unreadable}
        manager={manager}
        text={text}
        name={name}
        withdrawing={withdrawing}
        lab={lab}
        setWithdrawing={setWithdrawing}
        card={card}
        outcome={outcome}
        open={open}
        apply={apply}
      />
    </section>
  )
}
