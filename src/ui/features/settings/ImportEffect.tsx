import type { ImportPreview } from './import-preview'

const SHOWN = 5

const counted = (n: number): string => `${n.toLocaleString('en')} ${n === 1 ? 'object' : 'objects'}`

/** What an import would add, replace and delete. */
export function ImportEffect({
  own,
  known,
  preview,
  gone,
}: {
  /** True if it was saved from a cluster of this browser, and so needs no trust. */
  readonly own: boolean
  readonly known: boolean | undefined
  readonly preview: ImportPreview
  readonly gone: number
}) {
  return (
    <>
      {known ? (
        <p className="o-flush">
          This adds <strong>{counted(preview.added)}</strong>, changes {preview.changed.toLocaleString('en')} and leaves{' '}
          {preview.same.toLocaleString('en')} unchanged.{' '}
          {gone > 0 ? (
            <>
              Merging deletes nothing. Replacing everything deletes <strong>{counted(gone)}</strong>:
            </>
          ) : (
            'Nothing will be deleted.'
          )}
        </p>
      ) : (
        <p className="o-flush">
          This adds <strong>{counted(preview.added)}</strong>. The stored data cannot be read, so what will be deleted
          is unknown.
        </p>
      )}
      {gone > 0 && (
        <ul className="o-lost" tabIndex={0} aria-label="Objects to be deleted">
          {preview.lost.map(({ what, names }) => (
            <li key={what} className="o-break">
              <span className="o-num">{names.length}</span> <strong className="o-mono">{what}</strong>{' '}
              <span className="o-dim o-mono">
                {names.slice(0, SHOWN).join(', ')}
                {names.length > SHOWN && ' …'}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!own && preview.risks.length > 0 && (
        <>
          <p className="o-flush">Import only if you trust the source of this file:</p>
          <ul className="o-lost" tabIndex={0} aria-label="Risks">
            {preview.risks.map((risk) => (
              <li key={risk} className="o-break">
                <span className="o-tone o-tone-refused">Risk: </span>
                {risk}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
