import type { RequestRow } from '../state/requests'
import { statusTone, Verdict } from './Verdict'

export function StatusMark({ row }: { readonly row: RequestRow }) {
  if (row.failure)
    return (
      <Verdict tone={row.failure === 'aborted' ? 'none' : 'refused'}>
        {row.failure === 'aborted' ? 'ended' : 'failed'}
      </Verdict>
    )
  return <Verdict tone={row.streaming ? 'waiting' : statusTone(row.status)}>{row.status ?? '…'}</Verdict>
}
