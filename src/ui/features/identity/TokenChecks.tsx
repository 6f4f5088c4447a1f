import { TagsInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Explained } from '../../components/terms/Explained'
import type { Json } from '../../../machinery/json'
import { Loading, ErrorMessage } from '../../components/States'
import { type Tone, Verdict } from '../../components/Verdict'
import { Panel } from '../../components/Panel'
import type { DecodedToken } from './jwt'
import type { SignatureCheck, TokenReview } from './token-check'

function Review({ review: { status = {} } }: { readonly review: TokenReview }) {
  const { authenticated = false, user, audiences, error } = status
  return (
    <dl className="o-facts">
      <dt>Result</dt>
      <dd>
        <Verdict tone={authenticated ? 'allowed' : 'refused'}>{authenticated ? 'authenticated' : 'rejected'}</Verdict>{' '}
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
            <div key={key} className="o-contents">
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

/** A claim's value as shown: text as it is, other values as JSON. */
export const claimText = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const SIGNATURE_TONES: Record<'valid' | 'invalid' | 'unknown', Tone> = {
  valid: 'allowed',
  invalid: 'refused',
  unknown: 'none',
}

/** Checks of a token: its signature, and the server's answer. */
export function TokenChecks({
  decoded,
  signature,
  audiences,
  setAudiences,
  review,
}: {
  readonly decoded: string | DecodedToken | undefined
  readonly signature: UseQueryResult<SignatureCheck, Error>
  readonly audiences: string[]
  readonly setAudiences: (next: string[]) => void
  readonly review: UseQueryResult<TokenReview, Error>
}) {
  return (
    <div className="o-stack">
      {typeof decoded === 'object' && (
        <Panel title="Signature">
          <div className="o-panel-body">
            {signature.isPending && <Loading lines={2} />}
            {signature.isError && <ErrorMessage error={signature.error} />}
            {signature.data && (
              <dl className="o-facts">
                <dt>Result</dt>
                <dd>
                  <Verdict tone={SIGNATURE_TONES[signature.data.verdict]}>{signature.data.verdict}</Verdict>{' '}
                  {signature.data.reason}
                </dd>
                <dt>Keys</dt>
                <dd className="o-mono">{signature.data.keysAt ?? '–'}</dd>
                <dt>Algorithm</dt>
                <dd className="o-mono">{claimText(decoded.header['alg'])}</dd>
                <dt>Key</dt>
                <dd className="o-mono">{claimText(decoded.header['kid']) || 'no key ID'}</dd>
              </dl>
            )}
          </div>
        </Panel>
      )}
      <Panel title="TokenReview" about="The API server’s result, requested as admin.">
        <div className="o-panel-body o-stack">
          <Explained term="audience">
            <TagsInput
              label="Audiences"
              description="Empty: the API server"
              value={audiences}
              onChange={setAudiences}
            />
          </Explained>
          {review.isPending && <Loading lines={3} />}
          {review.isError && <ErrorMessage error={review.error} onRetry={() => void review.refetch()} />}
          {review.data && <Review review={review.data} />}
        </div>
      </Panel>
    </div>
  )
}
