import { Button } from '@mantine/core'
import { useState } from 'react'
import { stringify } from 'yaml'
import { CopyButton } from '../../components/CopyButton'
import { ExportMenu } from '../../components/export/ExportMenu'
import type { TextTable } from '../../components/export/table-text'
import { type Tone, Verdict } from '../../components/Verdict'
import { type Finding, VERDICTS } from './rehearsal'

const TONES: Record<Finding['verdict'], Tone> = {
  works: 'allowed',
  deprecated: 'waiting',
  moves: 'changed',
  breaks: 'refused',
  unknown: 'none',
}

/** Titles for a number of findings. */
const COUNTED: Readonly<Record<Finding['verdict'], (n: number) => string>> = {
  breaks: (n) => `${n} ${n === 1 ? 'breaks' : 'break'}`,
  moves: (n) => `${n} ${n === 1 ? 'moves' : 'move'}`,
  deprecated: (n) => `${n} deprecated`,
  unknown: (n) => `${n} unknown`,
  works: (n) => `${n} ${n === 1 ? 'works' : 'work'}`,
}

const tableOf = (findings: readonly Finding[]): TextTable => ({
  columns: ['Verdict', 'Kind', 'Namespace', 'Name', 'Version', 'Use instead', 'Why'],
  rows: findings.map(({ verdict, kind, namespace = '', name, apiVersion, converted, why, also = [] }) => [
    verdict,
    kind,
    namespace,
    name,
    apiVersion,
    converted?.apiVersion ?? '',
    [why, ...also].join('\n'),
  ]),
})

/** Findings of a rehearsal, user-made objects first; those the server fixes by itself are collapsed. */
export function Findings({ findings, release }: { readonly findings: readonly Finding[]; readonly release: string }) {
  const own = findings.filter(({ system }) => !system)
  const system = findings.filter((finding) => finding.system)
  const counts = VERDICTS.map((verdict) => [verdict, own.filter((one) => one.verdict === verdict).length] as const)
  return (
    <>
      <div className="o-row wrap">
        <span className="o-dim o-grow" role="status">
          {counts.map(([verdict, n]) => COUNTED[verdict](n)).join(' · ')}
        </span>
        <ExportMenu what="the findings" file={`upgrade-to-${release}`} table={() => tableOf(findings)} />
      </div>
      <Cards label={`What changes in ${release}`} findings={own} />
      {system.length > 0 && (
        <details>
          <summary>
            {system.length} {system.length === 1 ? 'object' : 'objects'} of the system: the API server updates them by
            itself
          </summary>
          <Cards label="Objects of the system" findings={system} />
        </details>
      )}
    </>
  )
}

const Cards = ({ label, findings }: { readonly label: string; readonly findings: readonly Finding[] }) =>
  findings.length > 0 && (
    <ul className="o-stack o-flush o-no-marks o-no-padding" aria-label={label}>
      {findings.map((finding, i) => (
        <FindingCard key={i} finding={finding} />
      ))}
    </ul>
  )

function FindingCard({
  finding: { verdict, apiVersion, kind, name, namespace, why, also, converted },
}: {
  readonly finding: Finding
}) {
  const [open, setOpen] = useState(false)
  const text = converted && stringify(converted)
  return (
    <li>
      <section className="o-panel o-panel-body o-finding" aria-label={`${kind} ${name}`}>
        <div className="o-row wrap">
          <span data-cell="Verdict">
            <Verdict tone={TONES[verdict]}>{verdict}</Verdict>
          </span>
          <strong className="o-break" data-cell="Object">
            {kind} {namespace ? `${namespace}/` : ''}
            {name}
          </strong>
          <code className="o-dim" data-cell="Version">
            {apiVersion}
          </code>
        </div>
        <p className="o-break" data-cell="Why">
          {why}
        </p>
        {also?.map((more) => (
          <p key={more} className="o-break" data-cell="Why">
            {more}
          </p>
        ))}
        {text && (
          <>
            <div className="o-row">
              <Button size="compact-sm" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
                {open ? 'Hide' : 'Show'} as {converted.apiVersion}
              </Button>
              <CopyButton text={() => text} label="Copy the converted manifest" />
            </div>
            {open && (
              <pre className="o-code" tabIndex={0}>
                {text}
              </pre>
            )}
          </>
        )}
      </section>
    </li>
  )
}
