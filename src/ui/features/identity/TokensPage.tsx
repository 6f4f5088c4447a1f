import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { SERVICE_ACCOUNTS } from '../../../client/core-targets'
import { at } from '../../../machinery/json'
import { messageOf } from '../../../machinery/message-of'
import { Icon } from '../../components/Icon'
import { notifyError } from '../../state/notify'
import { Empty } from '../../components/States'
import { useSession, useSystemClient } from '../../state/connection'
import { useSessionDraft } from '../../state/session-draft'
import { useAction } from '../../state/use-action'
import { Panel } from '../../components/Panel'
import { useKeyring } from '../../state/keyring'
import { IdentityFrame } from './IdentityFrame'
import { useInspected } from './inspected'
import { decodeToken, type DecodedToken, pastedToken } from './jwt'
import { checkSignature, reviewToken } from './token-check'
import { TokenBar } from './TokenBar'
import { TokenChecks } from './TokenChecks'
import { TokenTimes } from './TokenTimes'
import { TokenClaims } from './TokenClaims'

const digest = async (text: string): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** A digest of a token for query keys, which are cached and visible in developer tools. */
function useDigest(token: string): string | undefined {
  const [known, setKnown] = useState<{ token: string; id: string }>()
  useEffect(() => {
    digest(token).then(
      (id) => setKnown({ token, id }),
      (error: unknown) => notifyError('Could not review the token', error),
    )
  }, [token])
  return known?.token === token ? known.id : undefined
}

/** Decodes a token, checks it, and has the server review it. */
export function TokensPage() {
  const session = useSession()
  const client = useSystemClient()
  const { token: pasted, paste, inspect } = useInspected()
  const kept = useKeyring((state) => state.kept)
  const [audiences, setAudiences] = useSessionDraft<string[]>('review-audiences', [])
  const { act, busy } = useAction('No token was returned')
  const token = pastedToken(pasted)
  const decoded = useMemo((): DecodedToken | string | undefined => {
    if (!token) return undefined
    try {
      return decodeToken(token)
    } catch (error) {
      return messageOf(error)
    }
  }, [token])
  const id = useDigest(token)
  const review = useQuery({
    queryKey: ['token-review', id, audiences],
    enabled: token !== '' && id !== undefined,
    queryFn: () => reviewToken(client, token, audiences),
    refetchInterval: 5000,
  })
  const signature = useQuery({
    queryKey: ['token-signature', id],
    enabled: id !== undefined && typeof decoded === 'object',
    queryFn: () => checkSignature(token, decoded as DecodedToken, client, session.control),
    refetchInterval: 5000,
  })
  const example = async (): Promise<void> => {
    await act(async () => {
      const made = await client.create(
        { ...SERVICE_ACCOUNTS, namespace: 'default' },
        { apiVersion: 'authentication.orch.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 600 } },
        { name: 'default', subresource: 'token' },
      )
      const fresh = at(made, 'status', 'token')
      if (typeof fresh === 'string') paste(fresh)
    })
  }
  const holders = kept.filter(({ credential }) => credential.type === 'token' || credential.type === 'openid')
  return (
    <IdentityFrame
      at="/identity/tokens"
      actions={
        <Button variant="default" loading={busy} leftSection={<Icon name="example" />} onClick={() => void example()}>
          Request a 10-minute token
        </Button>
      }
    >
      <TokenBar pasted={pasted} paste={paste} token={token} />
      {holders.length > 0 && (
        <div className="o-chips" role="group" aria-label="Tokens of this tab">
          {holders.map((one) => (
            <button key={one.id} type="button" className="o-chip o-clickable" onClick={() => inspect(one)}>
              {one.name}
            </button>
          ))}
        </div>
      )}
      {!token && (
        <Empty title="No token" icon="search">
          Paste a token, select one from this tab, or request a 10-minute token and advance the clock until it expires.
        </Empty>
      )}
      {token && (
        <div className="o-two">
          <div className="o-stack">
            {typeof decoded === 'string' && (
              <Panel title="Claims">
                <p className="o-panel-body o-flush">
                  Not a JSON Web Token: {decoded}. A token can be any text; only the server knows which user it belongs
                  to.
                </p>
              </Panel>
            )}
            {typeof decoded === 'object' && (
              <>
                <TokenTimes decoded={decoded} />
                <TokenClaims decoded={decoded} />
              </>
            )}
          </div>
          <TokenChecks
            decoded={decoded}
            signature={signature}
            audiences={audiences}
            setAudiences={setAudiences}
            review={review}
          />
        </div>
      )}
    </IdentityFrame>
  )
}
