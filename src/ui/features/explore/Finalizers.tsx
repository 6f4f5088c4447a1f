import type { ApiObject } from '../../../machinery/object'
import { ErrorMessage } from '../../components/States'
import type { ResourceInfo } from '../../queries/discovery'
import { useClient } from '../../state/connection'
import { useAction } from '../../state/use-action'

/** Finalizers as a fact, with buttons to remove them: they block deletion as long as no controller removes them. */
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
      <dd className="o-chips">
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
      </dd>
      {error !== undefined && (
        <dd className="o-whole-fact">
          <ErrorMessage error={error}>The finalizer was not removed.</ErrorMessage>
        </dd>
      )}
    </>
  )
}
