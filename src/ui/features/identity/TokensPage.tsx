import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { at } from '../../../machinery/json'
import { messageOf } from '../../../machinery/message-of'
import { Icon } from '../../components/Icon'
import { notifyError } from '../../state/notify'
import { Empty } from '../../components/States'
import { shortDuration } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import { useClock, useNow } from '../../state/clock'
import { CLOCK_STEPS, useClockControls } from '../../state/clock-controls'
import { useSession, useSystemClient } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { useKeys } from '../../state/keys'
import { IdentityFrame, Part } from './IdentityFrame'
import { useInspected } from './inspected'
import { audiencesOf, boundTo, claimMeaning, decodeToken, type DecodedToken, pastedToken, timeClaim } from './jwt'
import { useKeyring } from '../../state/keyring'
import { checkSignature, reviewToken } from './token-check'
import { TokenBar } from './TokenBar'
import { TokenChecks, claimText } from './TokenChecks'

const digest = async (text: string): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Stands for a token in the keys of queries, which are kept and shown by tools. */
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

/** A token taken apart, checked, and shown to the server. */
export function TokensPage() {
  const session = useSession()
  const client = useSystemClient()
  const { token: pasted, paste, inspect } = useInspected()
  const kept = useKeyring((state) => state.kept)
  const [audiences, setAudiences] = useState<string[]>([])
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
        { group: '', version: 'v1', resource: 'serviceaccounts', namespace: 'default' },
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
              <Part title="Claims">
                <p className="o-panel-body o-flush">
                  Not a JSON Web Token: {decoded}. A token can be any text; only the server knows which user it belongs
                  to.
                </p>
              </Part>
            )}
            {typeof decoded === 'object' && (
              <>
                <Times decoded={decoded} />
                <Claims decoded={decoded} />
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

function Times({ decoded }: { readonly decoded: DecodedToken }) {
  const now = useNow()
  const clock = useClock()
  const { hold, resume, step } = useClockControls()
  const begins = timeClaim(decoded, 'nbf') ?? timeClaim(decoded, 'iat')
  const ends = timeClaim(decoded, 'exp')
  const early = begins !== undefined && now < begins
  const over = ends !== undefined && now >= ends
  const part =
    begins !== undefined && ends !== undefined ? Math.min(1, Math.max(0, (now - begins) / (ends - begins))) : 0
  const held = clock?.mode === 'held'
  useKeys([{ keys: '.', title: 'Pause or resume the clock', run: held ? resume : hold }])
  return (
    <Part
      title="Validity by the cluster’s clock"
      actions={
        <Verdict tone={over ? 'refused' : early ? 'waiting' : 'allowed'}>
          {over
            ? `expired ${shortDuration(now - ends)} ago`
            : early
              ? 'not valid yet'
              : ends === undefined
                ? 'does not expire'
                : `${shortDuration(ends - now)} left`}
        </Verdict>
      }
    >
      <div className="o-panel-body o-stack">
        {ends !== undefined && (
          <div
            className="o-life"
            role="img"
            aria-label={`${Math.round(part * 100)} % of its lifetime has passed`}
            style={{ '--part': `${part * 100}%` } as React.CSSProperties}
          />
        )}
        <dl className="o-facts">
          {(['iat', 'nbf', 'exp'] as const).map((name) => {
            const value = timeClaim(decoded, name)
            return value === undefined ? null : (
              <div key={name} className="o-contents">
                <dt>{name === 'iat' ? 'Issued' : name === 'nbf' ? 'Valid from' : 'Expires'}</dt>
                <dd className="o-mono">{new Date(value).toISOString()}</dd>
              </div>
            )
          })}
          <dt>Now</dt>
          <dd className="o-mono">
            {new Date(now).toISOString()} {held && <Verdict tone="waiting">paused</Verdict>}
          </dd>
        </dl>
        <div className="o-row wrap">
          <Button size="compact-sm" variant="default" onClick={held ? resume : hold}>
            {held ? 'Resume the clock' : 'Pause the clock'}
          </Button>
          {CLOCK_STEPS.map(([label, ms]) => (
            <Button key={label} size="compact-sm" variant="default" onClick={() => step(ms)}>
              {label}
            </Button>
          ))}
        </div>
      </div>
    </Part>
  )
}

function Claims({ decoded }: { readonly decoded: DecodedToken }) {
  const bound = boundTo(decoded)
  return (
    <Part
      title="Claims"
      actions={
        <>
          {bound && <Verdict tone="changed">bound to the {bound}</Verdict>}
          <span className="o-dim o-small">for {audiencesOf(decoded).join(', ') || 'anybody'}</span>
        </>
      }
    >
      <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Table of claims">
        <table className="o-table">
          <thead>
            <tr>
              <th>Claim</th>
              <th>Value</th>
              <th>Meaning</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(decoded.header).map(([name, value]) => (
              <tr key={`header ${name}`}>
                <td className="o-mono o-dim">{name}</td>
                <td className="o-mono o-break">{claimText(value)}</td>
                <td className="o-dim">Header</td>
              </tr>
            ))}
            {Object.entries(decoded.claims).map(([name, value]) => (
              <tr key={name}>
                <td className="o-mono">{name}</td>
                <td className="o-mono o-break">
                  {typeof value === 'object' && value !== null && !Array.isArray(value) ? (
                    <pre className="o-flush o-wraps">{JSON.stringify(value, null, 2)}</pre>
                  ) : (
                    claimText(value)
                  )}
                </td>
                <td className="o-dim">{claimMeaning(name)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  )
}
