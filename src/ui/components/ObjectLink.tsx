import type { ObjectMeta } from '../../machinery/object'
import { objectPlace } from '../state/place'
import { Go } from './Go'

/** The name of an object, which opens its page. */
export function ObjectLink({
  of,
  meta,
}: {
  readonly of: Parameters<typeof objectPlace>[0]
  readonly meta: Pick<ObjectMeta, 'name' | 'namespace'>
}) {
  return (
    <Go className="o-mono o-break" place={objectPlace(of, meta.namespace, meta.name ?? '')}>
      {meta.name}
    </Go>
  )
}
