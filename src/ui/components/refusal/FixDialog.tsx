import { Button, Radio } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Dialog } from '../Dialog'
import { toYaml } from '../editor/documents'
import { notifyWithUndo } from '../undo/undo-now'
import { ErrorMessage } from '../States'
import { useSession } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { ADMIN } from '../../state/identity'
import { announceRights } from '../../state/rights'
import { type RefusedRequest, whatText } from './asked'
import { type BundleId, bundlesFor, suggested } from './bundles'
import { grant, grantObjects } from './grant'

/**
 * Lets the user choose how much to grant to a refused user, previews the objects, and creates them as the administrator.
 */
export function FixDialog({
  asked,
  onFixed,
  onGranted,
  onClose,
}: {
  readonly asked: RefusedRequest
  readonly onFixed?: () => void
  /** Called when the rights are granted, and with `false` when that is undone. */
  readonly onGranted?: (granted: boolean) => void
  readonly onClose: () => void
}) {
  const session = useSession()
  const queries = useQueryClient()
  const client = useMemo(() => session.clientAs(ADMIN), [session])
  const bundles = bundlesFor({ ...asked, verb: asked.verb })
  const [chosen, setChosen] = useState<BundleId>(() => suggested(bundles))
  const { act, busy, error } = useAction()
  const bundle = bundles.find(({ id }) => id === chosen) ?? bundles[0]
  const askAgain = (): void => {
    announceRights()
    void queries.invalidateQueries()
    onFixed?.()
  }
  const save = async (): Promise<void> => {
    if (!bundle) return
    await act(async () => {
      const created = await grant(client, asked, bundle)
      notifyWithUndo(session, `Granted to ${asked.user}: ${created[0]?.kind} ${created[0]?.metadata.name}`, {
        then: () => {
          onGranted?.(false)
          askAgain()
        },
      })
      onGranted?.(true)
      askAgain()
      onClose()
    })
  }
  return (
    <Dialog onClose={onClose} size="lg" title="Grant access">
      <div className="o-stack">
        <p className="o-flush">
          <strong className="o-mono o-break">{asked.user}</strong> cannot {asked.verb}{' '}
          <span className="o-mono o-break">{whatText(asked)}</span>
          {asked.isResourceRequest &&
            (asked.namespace ? ` in the namespace ${asked.namespace}` : ' at the cluster scope')}
          .
        </p>
        <Radio.Group
          label="Grant"
          value={bundle?.id ?? ''}
          onChange={(value) => setChosen(bundles.find(({ id }) => id === value)?.id ?? chosen)}
        >
          <div className="o-stack o-below">
            {bundles.map(({ id, title }) => (
              <Radio key={id} value={id} label={title} />
            ))}
          </div>
        </Radio.Group>
        {bundle && (
          <pre className="o-code o-high-18" tabIndex={0} aria-label="Objects to create">
            {grantObjects(asked, bundle).map(toYaml).join('---\n')}
          </pre>
        )}
        {error !== undefined && <ErrorMessage error={error} />}
        <div className="o-row o-to-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} onClick={() => void save()} data-autofocus>
            Grant
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
