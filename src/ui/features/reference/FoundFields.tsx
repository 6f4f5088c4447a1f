import { type ReactNode, useMemo } from 'react'
import { Go } from '../../components/Go'
import { ErrorMessage, Loading } from '../../components/States'
import type { ResourceInfo } from '../../queries/discovery'
import { useOpenApi } from '../../queries/openapi'
import { explainPlace } from '../../state/place'
import { searchFields } from './search-fields'

/** Shorter words are in too many names. */
export const LEAST_LETTERS = 3
const SHOWN_FIELDS = 40
const SHOWN_KINDS = 6

/** Fields of all kinds whose name contains a word. */
export function FoundFields({
  word,
  kinds,
  alone,
  none,
}: {
  readonly word: string
  readonly kinds: readonly ResourceInfo[]
  /** True if no kind is shown above. */
  readonly alone: boolean
  /** Shown if no field matches either; by default a sentence. */
  readonly none?: ReactNode
}) {
  const openapi = useOpenApi()
  const found = useMemo(
    () => (openapi.data ? searchFields(openapi.data, kinds, word) : []),
    [openapi.data, kinds, word],
  )
  if (openapi.isError) return <ErrorMessage error={openapi.error} onRetry={() => void openapi.refetch()} />
  if (openapi.isPending) return <Loading lines={3} label="Reading the OpenAPI document" />
  if (found.length === 0 && none !== undefined) return none
  return (
    <section className="o-panel" aria-label="Fields">
      <header>
        <h2>Fields</h2>
        {alone && <span className="o-dim">No kind has this name; these fields do.</span>}
        <span className="o-grow" />
        <span className="o-dim o-num" role="status">
          {found.length > SHOWN_FIELDS ? `${SHOWN_FIELDS} of ${found.length}` : found.length}
        </span>
      </header>
      {found.length === 0 ? (
        <p className="o-panel-body o-dim o-flush">No field name contains “{word}”.</p>
      ) : (
        <div className="o-scroll-x" role="group" aria-label="Table of fields" tabIndex={0}>
          <table className="o-table cards">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Type</th>
                <th scope="col">In</th>
                <th scope="col">Description</th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, SHOWN_FIELDS).map(({ name, type, about, places }, i) => (
                <tr key={i}>
                  <td className="o-mono">{name}</td>
                  <td className="o-mono o-dim">{type}</td>
                  <td>
                    {places.slice(0, SHOWN_KINDS).map(({ info, path }) => (
                      <div key={`${info.group}/${info.kind}`}>
                        <Go place={explainPlace(info, path)} className="o-break">
                          {info.kind} <span className="o-mono">{path}</span>
                        </Go>
                      </div>
                    ))}
                    {places.length > SHOWN_KINDS && (
                      <div className="o-small o-dim">and {places.length - SHOWN_KINDS} more kinds</div>
                    )}
                  </td>
                  <td className="o-small">{about}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
