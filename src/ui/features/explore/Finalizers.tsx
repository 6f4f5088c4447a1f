import type { ApiObject } from '../../../machinery/object'
import { ErrorMessage } from '../../components/States'
import type { ResourceInfo } from '../../queries/discovery'
import { useClient } from '../../state/connection'
import { useAction } from '../../state/use-action'

/** Finalizers with buttons to remove them: they block deletion as long as no controller removes them. */
export function Finalizers({ info, object }: { readonly info: ResourceInfo; readonly object: ApiObject }) {
  const client = useClient()
  const { act, busy, error } = useAction()
  const { name = '', namespace, finalizers = [], resourceVersion } = object.metadata
  const remove = (finalizer: string): void => {
    void act(() =>
      client.patch({ ...info, namespace }, name, 'merge', {
        metadata: { resourceVersion, finalizers: finalizers.filter((other) => other !== finalizer) },
      }),
    )
  }
  return (
    <>
      <span className="o-chips">
        {finalizers.map((finalizer) => (
          <span key={finalizer} className="o-chip">
            {finalizer}
            {object.metadata.deletionTimestamp && (
              <button
                type="button"
                className="o-link"
                disabled={busy}
                aria-label={`Remove the finalizer ${finalizer}`}
                onClick={() => remove(finalizer)}
              >
                Remove
              </button>
            )}
          </span>
        ))}
      </span>
      {error !== undefined && <ErrorMessage error={error}>The finalizer was not removed.</ErrorMessage>}
    </>
  )
}
