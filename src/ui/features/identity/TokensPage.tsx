import { Button, PasswordInput, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { at, type Json } from '../../../machinery/json'
import { Icon } from '../../components/Icon'
import { notifyTrouble } from '../../components/notify'
import { Empty, Loading, Trouble } from '../../components/States'
import { shortDuration } from '../../components/time'
import { type Tone, Verdict } from '../../components/Verdict'
import { STEPS } from '../../shell/ClockChip'
import { useClock, useNow } from '../../state/clock'
import { useClockHands } from '../../state/clock-hands'
import { useSession, useSystemClient } from '../../state/connection'
import { useKeys } from '../../state/keys'
import { keptOfToken, useBe } from './acting'
import { IdentityFrame, Part } from './IdentityFrame'
import { useInspected } from './inspected'
import { audiencesOf, boundTo, claimMeaning, decodeToken, type DecodedToken, pastedToken, timeClaim } from './jwt'
import { useKeyring } from './keyring'
import { checkSignature, reviewToken, type TokenReview } from './token-check'

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
      (error: unknown) => notifyTrouble('The token could not be looked at', error),
    )
  }, [token])
  return known?.token === token ? known.id : undefined
}

/** A token taken apart, checked, and shown to the server. */
export function TokensPage() {
  const session = useSession()
  const client = useSystemClient()
  const be = useBe()
  const { token: pasted, paste, inspect } = useInspected()
  const kept = useKeyring((state) => state.kept)
  const [audiences, setAudiences] = useState<string[]>([])
  const [busy, setBusy] = useState(false)
  const token = pastedToken(pasted)
  const decoded = useMemo((): DecodedToken | string | undefined => {
    if (!token) return undefined
    try {
      return decodeToken(token)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
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
    setBusy(true)
    try {
      const made = await client.create(
        { group: '', version: 'v1', resource: 'serviceaccounts', namespace: 'default' },
        { apiVersion: 'authentication.orch.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 600 } },
        { name: 'default', subresource: 'token' },
      )
      const fresh = at(made, 'status', 'token')
      if (typeof fresh === 'string') paste(fresh)
    } catch (error) {
      notifyTrouble('No token was given', error)
    } finally {
      setBusy(false)
    }
  }
  const holders = kept.filter(({ credential }) => credential.type === 'token' || credential.type === 'openid')
  return (
    <IdentityFrame
      at="/identity/tokens"
      actions={
        <Button
          size="xs"
          variant="default"
          loading={busy}
          leftSection={<Icon name="example" />}
          onClick={() => void example()}
        >
          A token of ten minutes
        </Button>
      }
    >
      <div className="o-row wrap" style={{ alignItems: 'flex-end' }}>
        <PasswordInput
          className="o-grow"
          style={{ flexBasis: '22rem' }}
          label="Token"
          description="As it stands in the Authorization header. It goes to your cluster only, and is kept nowhere."
          value={pasted}
          onChange={(e) => paste(e.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          classNames={{ innerInput: 'o-mono' }}
        />
        <Button
          disabled={!token}
          onClick={() => {
            keptOfToken(client, token, 'somebody', 'From the token inspector').then(be, (error: unknown) =>
              notifyTrouble('The token could not be looked at', error),
            )
          }}
        >
          Be whoever this is
        </Button>
      </div>
      {holders.length > 0 && (
        <div className="o-chips" role="group" aria-label="Tokens of this tab">
          {holders.map((one) => (
            <button
              key={one.id}
              type="button"
              className="o-chip"
              style={{ cursor: 'pointer', color: 'inherit' }}
              onClick={() => inspect(one)}
            >
              {one.name}
            </button>
          ))}
        </div>
      )}
      {!token && (
        <Empty title="No token yet" icon="search">
          Paste one, take one that this tab holds, or ask for one of ten minutes and let the clock run out on it.
        </Empty>
      )}
      {token && (
        <div className="o-two">
          <div className="o-stack">
            {typeof decoded === 'string' && (
              <Part title="What it says">
                <p className="o-panel-body" style={{ margin: 0 }}>
                  Nothing that can be read: {decoded}. A token may be any text; only the server knows what this one
                  stands for.
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
          <div className="o-stack">
            {typeof decoded === 'object' && (
              <Part title="Signature">
                <div className="o-panel-body">
                  {signature.isPending && <Loading lines={2} />}
                  {signature.isError && <Trouble error={signature.error} />}
                  {signature.data && (
                    <dl className="o-facts">
                      <dt>Verdict</dt>
                      <dd>
                        <Verdict tone={SIGNATURE_TONES[signature.data.verdict]}>{signature.data.verdict}</Verdict>{' '}
                        {signature.data.reason}
                      </dd>
                      <dt>Keys from</dt>
                      <dd className="o-mono">{signature.data.keysAt ?? '–'}</dd>
                      <dt>Algorithm</dt>
                      <dd className="o-mono">{textOf(decoded.header['alg'])}</dd>
                      <dt>Key</dt>
                      <dd className="o-mono">{textOf(decoded.header['kid']) || 'not named'}</dd>
                    </dl>
                  )}
                </div>
              </Part>
            )}
            <Part title="What the server makes of it" about="A TokenReview, asked for as the administrator.">
              <div className="o-panel-body o-stack">
                <TagsInput
                  size="xs"
                  label="For the audiences"
                  description="None: the API server itself"
                  value={audiences}
                  onChange={setAudiences}
                />
                {review.isPending && <Loading lines={3} />}
                {review.isError && <Trouble error={review.error} onRetry={() => void review.refetch()} />}
                {review.data && <Review review={review.data} />}
              </div>
            </Part>
          </div>
        </div>
      )}
    </IdentityFrame>
  )
}

const SIGNATURE_TONES: Record<'valid' | 'invalid' | 'unknown', Tone> = {
  valid: 'allowed',
  invalid: 'refused',
  unknown: 'none',
}

const textOf = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

function Times({ decoded }: { readonly decoded: DecodedToken }) {
  const now = useNow()
  const clock = useClock()
  const { hold, resume, step } = useClockHands()
  const begins = timeClaim(decoded, 'nbf') ?? timeClaim(decoded, 'iat')
  const ends = timeClaim(decoded, 'exp')
  const early = begins !== undefined && now < begins
  const over = ends !== undefined && now >= ends
  const part =
    begins !== undefined && ends !== undefined ? Math.min(1, Math.max(0, (now - begins) / (ends - begins))) : 0
  const held = clock?.mode === 'held'
  useKeys([{ keys: '.', title: 'Hold the clock, or let it run', run: held ? resume : hold }])
  return (
    <Part
      title="Validity, by the cluster’s clock"
      actions={
        <Verdict tone={over ? 'refused' : early ? 'waiting' : 'allowed'}>
          {over
            ? `expired ${shortDuration(now - ends)} ago`
            : early
              ? 'not valid yet'
              : ends === undefined
                ? 'without an end'
                : `${shortDuration(ends - now)} left`}
        </Verdict>
      }
    >
      <div className="o-panel-body o-stack">
        {ends !== undefined && (
          <div
            className="o-life"
            role="img"
            aria-label={`${Math.round(part * 100)} % of its life is over`}
            style={{ '--part': `${part * 100}%` } as React.CSSProperties}
          />
        )}
        <dl className="o-facts">
          {(['iat', 'nbf', 'exp'] as const).map((name) => {
            const value = timeClaim(decoded, name)
            return value === undefined ? null : (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name === 'iat' ? 'Issued' : name === 'nbf' ? 'Valid from' : 'Expires'}</dt>
                <dd className="o-mono">{new Date(value).toISOString()}</dd>
              </div>
            )
          })}
          <dt>Now</dt>
          <dd className="o-mono">
            {new Date(now).toISOString()} {held && <Verdict tone="waiting">held</Verdict>}
          </dd>
        </dl>
        <div className="o-row wrap">
          <Button size="compact-sm" variant="default" onClick={held ? resume : hold}>
            {held ? 'Let the clock run' : 'Hold the clock'}
          </Button>
          {STEPS.map(([label, ms]) => (
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
      title="What it says"
      actions={
        <>
          {bound && <Verdict tone="changed">bound to the {bound}</Verdict>}
          <span className="o-dim o-small">for {audiencesOf(decoded).join(', ') || 'anybody'}</span>
        </>
      }
    >
      <div className="o-scroll-x">
        <table className="o-table">
          <thead>
            <tr>
              <th>Claim</th>
              <th>Value</th>
              <th>Means</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(decoded.header).map(([name, value]) => (
              <tr key={`header ${name}`}>
                <td className="o-mono o-dim">{name}</td>
                <td className="o-mono o-break">{textOf(value)}</td>
                <td className="o-dim">Header</td>
              </tr>
            ))}
            {Object.entries(decoded.claims).map(([name, value]) => (
              <tr key={name}>
                <td className="o-mono">{name}</td>
                <td className="o-mono o-break">
                  {typeof value === 'object' && value !== null && !Array.isArray(value) ? (
                    <pre style={{ margin: 0, whiteSpace: 'pre-wrap' }}>{JSON.stringify(value, null, 2)}</pre>
                  ) : (
                    textOf(value)
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

function Review({ review: { status = {} } }: { readonly review: TokenReview }) {
  const { authenticated = false, user, audiences, error } = status
  return (
    <dl className="o-facts">
      <dt>Verdict</dt>
      <dd>
        <Verdict tone={authenticated ? 'allowed' : 'refused'}>
          {authenticated ? 'authenticated' : 'not accepted'}
        </Verdict>{' '}
        {!authenticated && error}
      </dd>
      {authenticated && (
        <>
          <dt>User</dt>
          <dd className="o-mono">{user?.username}</dd>
          <dt>UID</dt>
          <dd className="o-mono">{user?.uid || '–'}</dd>
          <dt>Groups</dt>
          <dd className="o-mono">{user?.groups?.join(', ') || '–'}</dd>
          {Object.entries(user?.extra ?? {}).map(([key, values]) => (
            <div key={key} style={{ display: 'contents' }}>
              <dt>{key}</dt>
              <dd className="o-mono">{values.join(', ')}</dd>
            </div>
          ))}
          <dt>Audiences</dt>
          <dd className="o-mono">{audiences?.join(', ') || '–'}</dd>
        </>
      )}
    </dl>
  )
}
