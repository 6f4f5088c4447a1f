import { Button, Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { RELEASES } from '../../../api/releases'
import { useRelease } from '../../queries/flags'
import { useQueryState, useSetQuery } from '../../state/place'
import { KnownGaps } from './KnownGaps'
import { ledgerLines } from './ledger-rows'

const MINORS = RELEASES.map(({ minor, name }) => ({ value: String(minor), label: name })).reverse()

/** Rows shown until a person asks for all of them: drawing a thousand takes seconds on a small machine. */
const FIRST_ROWS = 100

/** Every difference between releases: server behaviour, feature gates and admission plugins. */
export function LedgerView() {
  const serving = /^v?1\.(\d+)/.exec(useRelease() ?? '')?.[1]
  const { release: chosen, q: search = '', rows } = useQueryState()
  const setQuery = useSetQuery()
  const all = rows === 'all'
  const release = MINORS.find(({ value }) => value === chosen)?.value ?? serving ?? MINORS[0]?.value ?? ''
  const lines = useMemo(() => ledgerLines(Number(release), search), [release, search])
  const shown = all ? lines : lines.slice(0, FIRST_ROWS)
  return (
    <div className="o-stack">
      <div className="o-row wrap">
        <Select
          label="Release"
          data={MINORS}
          value={release}
          onChange={(value) => setQuery({ release: value ?? undefined })}
          allowDeselect={false}
        />
        <TextInput
          label="Search"
          placeholder="warning, gate, selfLink"
          value={search}
          onChange={(event) => setQuery({ q: event.currentTarget.value })}
        />
      </div>
      {search === '' && <KnownGaps release={Number(release)} />}
      {lines.length === 0 ? (
        <p role="status">No matching rows.</p>
      ) : (
        <div className="o-scroll-x" tabIndex={0} role="region" aria-label="Differences">
          <table className="o-table cards o-ledger">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">What it does</th>
                <th scope="col">Releases</th>
                <th scope="col">At 1.{release}</th>
                <th scope="col">Note</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((line) => (
                <tr key={`${line.kind} ${line.id}`}>
                  <td>
                    <span className="o-mono">{line.id}</span> <span className="o-dim o-small">{line.kind}</span>
                  </td>
                  <td>{line.does}</td>
                  <td data-label="Releases">{line.releases}</td>
                  <td data-label={`At 1.${release}`}>{line.state}</td>
                  <td className="o-small">{line.note}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {shown.length < lines.length && (
        <div>
          <Button variant="default" onClick={() => setQuery({ rows: 'all' })}>
            Show all {lines.length} differences
          </Button>
        </div>
      )}
    </div>
  )
}
