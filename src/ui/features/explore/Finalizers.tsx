import type { ApiObject } from '../../../machinery/object'
import { notifyError } from '../../state/notify'
import type { ResourceInfo } from '../../queries/discovery'
import { useClient } from '../../state/connection'

/** Finalizers with buttons to remove them: they block deletion as long as no controller removes them. */
export function Finalizers({ info, object }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const client = useClient()
  const { name = '', namespace, finalizers = [], resourceVersion } = object.metadata
  const remove = (finalizer: string): void => {
    client
      .patch({ ...info, namespace }, name, 'merge', {
        metadata: { resourceVersion, finalizers: finalizers.filter((other) => other !== finalizer) },
      })
      .catch((error: unknown) => notifyError('Could not remove the finalizer', error))
  }
  return (
    <span className="o-chips">
      {finalizers.map((finalizer) => (
        <span key={finalizer} className="o-chip">
          {finalizer}
          {object.metadata.deletionTimestamp && (
            <button
              type="button"
              className="o-link"
              aria-label={`Remove the finalizer ${finalizer}`}
              onClick={() => remove(finalizer)}
            >
              Remove
            </button>
          )}
        </span>
      ))}
    </span>
  )
}
