import { readForbidden } from '../../../authorization/forbidden'
import { RefusalHelp } from './RefusalHelp'

/** Help for a 403 with this message; renders nothing if authorization did not refuse the request. */
export function ErrorHelp({
  message,
  name = '',
  onFixed,
}: {
  readonly message: string
  readonly name?: string
  readonly onFixed?: () => void
}) {
  const refusal = readForbidden(message)
  if (!refusal)
    return <div className="o-small o-dim">Open the request below to see which stage refused it, and why.</div>
  return <RefusalHelp asked={{ ...refusal, name }} {...(onFixed && { onFixed })} />
}
