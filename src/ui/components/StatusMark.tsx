import type { RequestRow } from '../state/requests'
import { statusTone, Verdict } from './Verdict'

/** The status of a request as a mark: its code, that it still runs, or that it failed. */
export function StatusMark({ row }: { readonly row: RequestRow }) {
  if (row.failure)
    return (
      <Verdict tone={row.failure === 'aborted' ? 'none' : 'refused'}>
        {row.failure === 'aborted' ? 'ended' : 'failed'}
      </Verdict>
    )
  return <Verdict tone={row.streaming ? 'waiting' : statusTone(row.status)}>{row.status ?? '…'}</Verdict>
}
