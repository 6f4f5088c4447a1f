import type { ApiObject } from '../../../machinery/object'
import { Verdict } from '../../components/Verdict'
import { watchedKey } from './watch-client'

/** The pages read so far, and what they lack. */
export function PagedSnapshot({
  snapshot,
  live,
  later,
}: {
  readonly snapshot: PagedList
  readonly live: ReadonlyMap<string, ApiObject>
  readonly later: string[]
}) {
  return (
    <>
      <p className="o-panel-body o-small o-dim o-flush o-no-end">
        As of <span className="o-mono">{snapshot.revision}</span>
        {snapshot.remaining !== undefined
          ? `, ${snapshot.remaining} remaining`
          : snapshot.next
            ? ', more pages'
            : ', complete'}
      </p>
      <ul className="o-log">
        {snapshot.pages.map((page, i) =>
          page.map((item) => {
            const now = live.get(watchedKey(item))
            return (
              <li key={`${i}-${watchedKey(item)}`}>
                <span className="rev o-mono o-dim">{item.metadata.resourceVersion}</span>
                {!now ? (
                  <Verdict tone="refused">deleted</Verdict>
                ) : now.metadata.resourceVersion === item.metadata.resourceVersion ? (
                  <span className="o-faint o-small">page {i + 1}</span>
                ) : (
                  <Verdict tone="changed">now {now.metadata.resourceVersion}</Verdict>
                )}
                <span className="o-mono o-clip">{watchedKey(item)}</span>
              </li>
            )
          }),
        )}
        {later.map((key) => (
          <li key={key}>
            <span className="rev o-mono o-dim">{live.get(key)?.metadata.resourceVersion}</span>
            <Verdict tone="allowed">created later</Verdict>
            <span className="o-mono o-clip">{key}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The pages of a list read so far, all of one revision. */
export interface PagedList {
  readonly revision: number
  readonly pages: readonly (readonly ApiObject[])[]
  readonly next?: string
  readonly remaining?: number
}
