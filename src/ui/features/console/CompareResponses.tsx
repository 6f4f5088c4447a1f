import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Diff } from '../../components/Diff'
import { Verdict } from '../../components/Verdict'
import { clockTime } from '../../components/time'
import { type Exchange, previousOf, useExchanges } from './answers'
import { comparedParts } from './compared'

const titleOf = ({ entry, answer }: Exchange): string =>
  `${clockTime(entry.at)}  ${answer.status}  ${entry.method} ${entry.path}${entry.as === 'admin' ? '' : ` as ${entry.as}`}`
const keyOf = ({ entry }: Exchange): string => String(entry.at)

/** What differs between two responses of this page: the chosen one and an earlier one. */
export function CompareResponses({
  shown,
  first,
}: {
  readonly shown: Exchange
  /** The earlier response, if the user has chosen one in the history. */
  readonly first: Exchange | undefined
}) {
  const exchanges = useExchanges((state) => state.exchanges)
  const [chosen, setChosen] = useState<{ readonly before?: string; readonly after?: string }>({})
  const find = (key: string | undefined) => exchanges.find((one) => keyOf(one) === key)
  const after = find(chosen.after) ?? shown
  const before = find(chosen.before) ?? first ?? previousOf(exchanges, after)
  const parts = useMemo(() => (before ? comparedParts(before.answer, after.answer) : []), [before, after])
  const data = exchanges.map((one) => ({ value: keyOf(one), label: titleOf(one) }))
  return (
    <div className="o-stack">
      <div className="o-compared-responses">
        <Select
          label="Earlier response"
          allowDeselect={false}
          data={data}
          value={before ? keyOf(before) : null}
          onChange={(value) => value !== null && setChosen({ ...chosen, before: value })}
          classNames={{ input: 'o-mono' }}
        />
        <Select
          label="Later response"
          allowDeselect={false}
          data={data}
          value={keyOf(after)}
          onChange={(value) => value !== null && setChosen({ ...chosen, after: value })}
          classNames={{ input: 'o-mono' }}
        />
      </div>
      {before ? (
        parts.map(({ title, before: was, after: is }) => (
          <section key={title} aria-label={`${title} compared`}>
            <div className="o-row">
              <h3 className="o-h2">{title}</h3>
              {was === is && <Verdict tone="none">same</Verdict>}
            </div>
            {was !== is && <Diff before={was} after={is} label={`Changes of ${title.toLowerCase()}`} />}
          </section>
        ))
      ) : (
        <p className="o-dim o-flush">There is no earlier response. Send another request to compare.</p>
      )}
      {before && (
        <p className="o-dim o-small o-flush">
          The headers audit-id and date are left out: they differ in every response. Responses are kept until the page
          is reloaded.
        </p>
      )}
    </div>
  )
}
