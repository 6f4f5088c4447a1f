import { Button, NumberInput, Select, TagsInput } from '@mantine/core'
import { useMemo } from 'react'
import { PODS, SERVICE_ACCOUNTS } from '../../../client/core-targets'
import { Explained } from '../../components/terms/Explained'
import { at } from '../../../machinery/json'
import { ErrorMessage } from '../../components/States'
import { useActAs } from '../../state/act-as'
import { useLiveObjects } from '../../queries/live-objects'
import { useClient, useSystemClient } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { useSessionDraft } from '../../state/session-draft'
import { impersonationId } from '../../state/identity'
import { Panel } from '../../components/Panel'
import { keptOfToken, useImpersonate } from './acting'

const HOUR = 3600

interface TokenForm {
  /** Namespace and name of the service account. */
  readonly account: string
  readonly audiences: string[]
  readonly seconds: number
  readonly pod: string | null
}

const EMPTY: TokenForm = { account: 'default/default', audiences: [], seconds: HOUR, pod: null }

/** Acts as a service account, with a bound token from the token subresource or by impersonation. */
export function AccountsPart() {
  const system = useSystemClient()
  const client = useClient()
  const be = useImpersonate()
  const actAs = useActAs()
  const { items, phase, error: listError } = useLiveObjects(system, SERVICE_ACCOUNTS)
  const [form, setForm] = useSessionDraft<TokenForm>('account-token', EMPTY)
  const { account, audiences, seconds, pod } = form
  const change = (part: Partial<TokenForm>): void => setForm({ ...form, ...part })
  const { act, busy, error } = useAction()
  const [namespace = '', name = ''] = account.split('/')
  const pods = useLiveObjects(system, { ...PODS, namespace: namespace || 'default' })
  const names = useMemo(
    () => items.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`).sort(),
    [items],
  )
  const user = `system:serviceaccount:${namespace}:${name}`
  const request = async (): Promise<void> => {
    await act(async () => {
      const made = await client.create(
        { ...SERVICE_ACCOUNTS, namespace },
        {
          apiVersion: 'authentication.orch.io/v1',
          kind: 'TokenRequest',
          spec: {
            audiences,
            expirationSeconds: seconds,
            ...(pod && { boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: pod } }),
          },
        },
        { name, subresource: 'token' },
      )
      const token = at(made, 'status', 'token')
      if (typeof token !== 'string') throw new Error('the response contains no token')
      const note = `Token of a service account${pod ? `, bound to the pod ${pod}` : ''}${audiences.length ? `, for ${audiences.join(', ')}` : ''}`
      be(await keptOfToken(system, token, user, note))
    })
  }
  return (
    <Panel
      title="Service accounts"
      about="Accounts for programs in the cluster. The token is requested from the account’s token subresource with your current identity. It expires by itself, and earlier if the object it is bound to is deleted."
    >
      <form
        className="o-panel-body o-form"
        onSubmit={(event) => {
          event.preventDefault()
          void request()
        }}
      >
        {(error !== undefined || phase === 'failed') && (
          <div className="wide">
            <ErrorMessage error={error ?? listError} />
          </div>
        )}
        <Select
          label="Account"
          description="Namespace and name"
          searchable
          allowDeselect={false}
          data={names}
          value={names.includes(account) ? account : null}
          onChange={(value) => change({ account: value ?? '', pod: null })}
          placeholder={phase === 'loading' ? 'Loading…' : 'Select a service account'}
        />
        <Explained term="audience">
          <TagsInput
            label="Audiences"
            description="Empty: the API server"
            value={audiences}
            onChange={(next) => change({ audiences: next })}
          />
        </Explained>
        <NumberInput
          label="Lifetime in seconds"
          description="At least 600"
          value={seconds}
          onChange={(value) => change({ seconds: Number(value) || HOUR })}
          step={600}
        />
        <Select
          label="Bind to pod"
          description="Ends with the pod"
          clearable
          searchable
          data={pods.items
            .filter((item) => (at(item, 'spec', 'serviceAccountName') ?? 'default') === name)
            .map(({ metadata }) => metadata.name ?? '')}
          value={pod}
          onChange={(next) => change({ pod: next })}
          placeholder="Not bound"
        />
        <div className="wide o-row wrap">
          <Button type="submit" loading={busy} disabled={!name}>
            Request token and act as the account
          </Button>
          <Button variant="default" disabled={!name} onClick={() => actAs(impersonationId(user, []))}>
            Impersonate
          </Button>
        </div>
      </form>
    </Panel>
  )
}
