import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { Fragment, useEffect, useMemo, useRef } from 'react'
import type { ApiObject } from '../../../machinery/object'
import { Icon } from '../../components/Icon'
import { markClass } from '../../components/ownership/mark-class'
import { OwnerName } from '../../components/ownership/OwnerName'
import { shownValue } from './conflicts'
import { authorsOf, changesBetween, type FieldChange, ownershipOver, type Version } from './history'
import type { Lab } from './use-lab'

/** A field path that breaks into lines before its steps. */
function FieldText({ field }: { readonly field: string }) {
  return field.split(/(?=\.[a-zA-Z])|(?=\[)/).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** How many versions the table of owners shows at once. */
const SPAN = 10

const listed = (names: readonly string[]): string => (names.length ? names.join(', ') : 'nobody')

interface Steps {
  readonly lab: Lab
  readonly versions: readonly Version[]
  /** Position of the version that is shown. */
  readonly at: number
  readonly onStep: (to: number) => void
}

/** Who did what: in the words of the lab for its own actions, else from the managedFields entries. */
function storyOf(lab: Lab, versions: readonly Version[], i: number): string {
  const version = versions[i]
  if (!version) return ''
  if (version.gone) return 'deleted'
  const action = lab.actions.find(({ resourceVersion }) => resourceVersion === version.resourceVersion)
  if (action) {
    const how =
      action.kind === 'patch'
        ? `writes${action.subresource ? ` through ${action.subresource}` : ''}`
        : `applies${action.force ? ', forced' : ''}`
    return `${action.manager} ${how}`
  }
  const authors = authorsOf(versions[i - 1], version)
  if (i === 0) return authors.length ? `first version seen (${listed(authors)})` : 'first version seen'
  return authors.length ? `by ${listed(authors)}` : 'changed by no manager'
}

/** The versions as a row of steps; one is selected. */
export function Timeline({ lab, versions, at, onStep }: Steps) {
  const row = useRef<HTMLOListElement>(null)
  useEffect(() => {
    row.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at, versions.length])
  if (versions.length === 0) return null
  const last = versions.length - 1
  return (
    <nav className="o-lab-timeline" aria-label="Versions">
      <Tooltip label="Previous version ( [ )">
        <ActionIcon
          variant="default"
          size="md"
          aria-label="Previous version"
          disabled={at <= 0}
          onClick={() => onStep(at - 1)}
        >
          <Icon name="undo" />
        </ActionIcon>
      </Tooltip>
      <ol ref={row} tabIndex={-1}>
        {versions.map((version, i) => {
          const marks = authorsOf(versions[i - 1], version).flatMap((name) => lab.marks.get(name) ?? [])
          return (
            <li key={version.resourceVersion + String(version.gone)}>
              <button
                type="button"
                aria-current={i === at ? 'step' : undefined}
                aria-label={`Version ${version.resourceVersion}: ${storyOf(lab, versions, i)}`}
                title={`${version.resourceVersion}: ${storyOf(lab, versions, i)}`}
                onClick={() => onStep(i)}
              >
                <span className={`o-lab-step ${markClass(marks)}`} data-gone={version.gone || undefined} />
                <span className="o-num">{version.resourceVersion}</span>
              </button>
            </li>
          )
        })}
      </ol>
      <Tooltip label="Next version ( ] )">
        <ActionIcon
          variant="default"
          size="md"
          aria-label="Next version"
          disabled={at >= last}
          onClick={() => onStep(at + 1)}
        >
          <Icon name="step" />
        </ActionIcon>
      </Tooltip>
      <Button variant={at === last ? 'light' : 'default'} onClick={() => onStep(last)} aria-keyshortcuts="l">
        Now
      </Button>
    </nav>
  )
}

function Moved({ lab, change }: { readonly lab: Lab; readonly change: FieldChange }) {
  const { field, from, to, value, gained, lost } = change
  return (
    <li>
      <span className="o-mono o-break">{field}</span>
      {value && (
        <span className="o-mono o-lab-values">
          {' '}
          <del>{shownValue(value.before)}</del> → <ins>{shownValue(value.after)}</ins>
        </span>
      )}
      {gained.length + lost.length > 0 && (
        <span className="o-row wrap o-lab-moved">
          <Owners lab={lab} names={from} /> <span aria-label="then">→</span> <Owners lab={lab} names={to} />
        </span>
      )}
    </li>
  )
}

function Owners({ lab, names }: { readonly lab: Lab; readonly names: readonly string[] }) {
  if (names.length === 0) return <span className="o-dim">nobody</span>
  return names.map((name) => <OwnerName key={name} name={name} mark={lab.marks.get(name)} />)
}

/** What the version that is shown changed, and who owned what over time. */
export function HistoryPanel({ lab, versions, at, onStep }: Steps) {
  const version = versions[at]
  const changes = useMemo(
    () => (version && at > 0 ? changesBetween(versions[at - 1], version, lab.structure) : []),
    [versions, at, version, lab.structure],
  )
  const from = Math.max(0, Math.min(at - SPAN + 3, versions.length - SPAN))
  const rows = useMemo(() => ownershipOver(versions), [versions])
  if (!version) return null
  const span = versions.slice(from, from + SPAN)
  return (
    <section className="o-panel" aria-label="History">
      <header>
        <h2>Version {version.resourceVersion}</h2>
        <span className="o-dim o-small" aria-live="polite">
          {storyOf(lab, versions, at)}
        </span>
      </header>
      <div className="o-panel-body o-stack">
        <Changes
          lab={lab}
          changes={changes}
          none={
            at === 0
              ? 'The oldest version in the stored history. Later versions show their changes.'
              : 'No change to owned fields or owners.'
          }
        />
        {rows.length > 0 && (
          <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Ownership history">
            <table className="o-table o-lab-over">
              <caption className="o-small o-dim">Ownership history: fields whose owner changed</caption>
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  {span.map((each, i) => (
                    <th key={each.resourceVersion + String(each.gone)} scope="col">
                      <button
                        type="button"
                        className="o-link o-num"
                        aria-current={from + i === at ? 'step' : undefined}
                        onClick={() => onStep(from + i)}
                      >
                        {each.resourceVersion}
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, 24).map((row) => (
                  <tr key={row.field}>
                    <th scope="row" className="o-mono">
                      <FieldText field={row.field} />
                    </th>
                    {row.owners.slice(from, from + SPAN).map((names, i) => (
                      <Cell
                        key={i}
                        lab={lab}
                        names={names}
                        same={i > 0 && names.join() === row.owners[from + i - 1]?.join()}
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {rows.length > 24 && <p className="o-dim o-small">and {rows.length - 24} more fields</p>}
          </div>
        )}
      </div>
    </section>
  )
}

/** What a dry run would change, shown like a version. */
export function PreviewPanel({
  lab,
  before,
  object,
  by,
}: {
  readonly lab: Lab
  readonly before: Version | undefined
  readonly object: ApiObject
  readonly by: string
}) {
  const changes = useMemo(
    () => changesBetween(before, { resourceVersion: '', object, gone: false }, lab.structure),
    [before, object, lab.structure],
  )
  return (
    <section className="o-panel" aria-label="Changes of the dry run">
      <header>
        <h2>Changes by {by}</h2>
      </header>
      <div className="o-panel-body">
        <Changes lab={lab} changes={changes} none="No change to owned fields or owners." />
      </div>
    </section>
  )
}

const SHOWN = 40

function Changes({
  lab,
  changes,
  none,
}: {
  readonly lab: Lab
  readonly changes: readonly FieldChange[]
  readonly none: string
}) {
  if (changes.length === 0) return <p className="o-dim o-small">{none}</p>
  return (
    <ul className="o-lab-changes">
      {changes.slice(0, SHOWN).map((change) => (
        <Moved key={change.field} lab={lab} change={change} />
      ))}
      {changes.length > SHOWN && <li className="o-dim">and {changes.length - SHOWN} more</li>}
    </ul>
  )
}

function Cell({ lab, names, same }: { readonly lab: Lab; readonly names: readonly string[]; readonly same: boolean }) {
  const drawn = markClass(names.flatMap((name) => lab.marks.get(name) ?? []))
  return (
    <td className={drawn && `${drawn} o-own-tint`}>
      {names.length === 0 ? (
        <span className="o-faint">
          –<span className="o-hidden"> nobody</span>
        </span>
      ) : same ? (
        <span className="o-faint">
          ·<span className="o-hidden"> {names.join(', ')}</span>
        </span>
      ) : (
        <span className="o-owner">
          <span className={`o-owner-swatch ${drawn}`} aria-hidden="true" />
          <span>{names.join(', ')}</span>
        </span>
      )}
    </td>
  )
}
