import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import type { Client } from '../../../client/client'
import { parseJson } from '../../../machinery/json-text'
import type { ApiObject } from '../../../machinery/object'
import { ErrorMessage } from '../../components/States'
import { StatusError, statusErrorOf } from '../../../client/status-error'
import { pathOf, type Query, type Target } from '../../../client/targets'
import { useQueryState, useSetQuery } from '../../state/place'
import { type PagedList, PagedSnapshot } from './PagedSnapshot'
import { watchedKey, revisionOf } from './watch-client'

interface ListAnswer {
  readonly items: ApiObject[]
  readonly metadata: { resourceVersion?: string; continue?: string; remainingItemCount?: number }
}

const LIMITS = ['1', '3', '5', '10']

/** A list read page by page: all pages show the snapshot of the first, whatever is written meanwhile. */
export function Paging({
  client,
  target,
  live,
  snapshot,
  onSnapshot,
}: {
  readonly client: Client
  readonly target: Target
  readonly live: ReadonlyMap<string, ApiObject>
  readonly snapshot: PagedList | undefined
  readonly onSnapshot: (snapshot: PagedList | undefined) => void
}) {
  const { limit: chosen } = useQueryState()
  const limit = LIMITS.find((one) => one === chosen) ?? '3'
  const setQuery = useSetQuery()
  const [error, setError] = useState<unknown>()
  /** The token in the answer to an expired one: continues at the same position, without the snapshot. */
  const [inconsistent, setInconsistent] = useState<string>()
  const read = async (query: Query): Promise<void> => {
    setError(undefined)
    setInconsistent(undefined)
    const response = await client.raw('GET', pathOf(target), undefined, { query })
    if (!response.ok) {
      const status = (await response.clone().json()) as { metadata?: { continue?: string } }
      setInconsistent(status.metadata?.continue || undefined)
      throw await statusErrorOf(response)
    }
    const list = parseJson(await response.text()) as ListAnswer
    onSnapshot({
      revision: revisionOf(list),
      pages: query['continue'] && snapshot ? [...snapshot.pages, list.items] : [list.items],
      ...(list.metadata.continue && { next: list.metadata.continue }),
      ...(list.metadata.remainingItemCount !== undefined && { remaining: list.metadata.remainingItemCount }),
    })
  }
  const ask = (query: Query): void => void read(query).catch(setError)
  const seen = new Set(snapshot?.pages.flat().map(watchedKey))
  const later = snapshot && !snapshot.next ? [...live.keys()].filter((key) => !seen.has(key)) : []
  return (
    <section className="o-panel" aria-label="Paged list">
      <header>
        <h2>Paged list</h2>
        <span className="o-grow" />
        <Select
          w={116}
          aria-label="Objects per page"
          allowDeselect={false}
          data={LIMITS.map((value) => ({ value, label: `${value} per page` }))}
          value={limit}
          onChange={(value) => setQuery({ limit: value ?? undefined })}
        />
        <Button size="compact-sm" variant="default" aria-label="First page" onClick={() => ask({ limit })}>
          First
        </Button>
        <Button
          size="compact-sm"
          aria-label="Next page"
          disabled={!snapshot?.next}
          onClick={() => ask({ limit, continue: snapshot?.next })}
        >
          Next
        </Button>
      </header>
      <div className="fill" tabIndex={0} role="region" aria-label="Pages">
        {error !== undefined && (
          <div className="o-pad-half">
            <ErrorMessage error={error}>
              {error instanceof StatusError && error.code === 410 && (
                <div className="o-row wrap o-below">
                  <Button size="compact-sm" variant="default" onClick={() => ask({ limit })}>
                    Restart paging
                  </Button>
                  <Button size="compact-sm" variant="default" onClick={() => ask({})}>
                    List without paging
                  </Button>
                  {inconsistent && (
                    <Button size="compact-sm" variant="default" onClick={() => ask({ limit, continue: inconsistent })}>
                      Continue with an inconsistent list
                    </Button>
                  )}
                </div>
              )}
            </ErrorMessage>
          </div>
        )}
        {!snapshot && error === undefined && (
          <p className="o-panel-body o-dim o-flush">
            Read the first page, change something, then read the next page. It still shows the state at the first page.
          </p>
        )}
        {snapshot && <PagedSnapshot snapshot={snapshot} live={live} later={later} />}
      </div>
    </section>
  )
}
