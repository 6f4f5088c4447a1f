import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SignerRule } from '../../../api/kinds/certificates/certificate-signing-request/signers'
import { isObject, type JsonObject, textsIn } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { Verdict } from '../../components/Verdict'
import { useNow } from '../../state/clock'
import { useClient } from '../../state/connection'
import { useIdentity } from '../../state/identity'
import type { ParsedCertificate } from '../../../pki/certificate'
import type { ParsedRequest } from '../../../pki/request'
import type { ClusterCa } from '../../queries/cluster-ca'
import { CertificateFields, RequestFields } from './CertificateFields'
import { textOf } from './text'
import { decideCsr } from './csr-store'

function Conditions({ object }: { readonly object: ApiObject }) {
  const status = isObject(object['status']) ? object['status'] : {}
  const conditions = Array.isArray(status['conditions']) ? status['conditions'].filter(isObject) : []
  return (
    <ul className="o-small o-flush o-indent">
      {conditions.map((condition, i) => (
        <li key={i}>
          <strong>{textOf(condition['type'])}</strong> {textOf(condition['reason'])}:{' '}
          <span className="o-dim">{textOf(condition['message'])}</span>
        </li>
      ))}
    </ul>
  )
}

/** The request's content and sender. */
export function RequestedStep({
  spec,
  signerName,
  usages,
  request,
}: {
  readonly spec: JsonObject
  readonly signerName: string
  readonly usages: string[]
  readonly request: ParsedRequest | undefined
}) {
  return (
    <li className="done">
      <h3>Requested</h3>
      <div className="o-stack">
        <dl className="o-facts o-small">
          <dt>Requested by</dt>
          <dd className="o-mono">
            {textOf(spec['username'])}
            {textsIn(spec['groups']).length > 0 && (
              <span className="o-dim"> of {textsIn(spec['groups']).join(', ')}</span>
            )}
          </dd>
          <dt>Signer</dt>
          <dd className="o-mono">{signerName}</dd>
          <dt>Usages</dt>
          <dd>{usages.join(', ')}</dd>
          <dt>Lifetime (seconds)</dt>
          <dd>{spec['expirationSeconds'] === undefined ? 'signer default' : textOf(spec['expirationSeconds'])}</dd>
        </dl>
        {request ? <RequestFields request={request} /> : <p className="o-dim o-flush">This CSR cannot be decoded.</p>}
      </div>
    </li>
  )
}

/** The decision: buttons while it is pending, then the conditions. */
export function DecisionStep({
  word,
  running,
  act,
  refusal,
  object,
  fault,
}: {
  readonly word: 'pending' | 'approved' | 'denied' | 'failed' | 'issued'
  readonly running: string | undefined
  readonly act: (work: () => Promise<unknown>, what?: string) => Promise<boolean>
  readonly refusal: string | undefined
  readonly object: ApiObject
  /** Why the last decision failed. */
  readonly fault: ReactNode
}) {
  const client = useClient()
  const now = useNow()
  const { identity } = useIdentity()
  return (
    <li className={word === 'denied' || word === 'failed' ? 'failed' : word === 'pending' ? '' : 'done'}>
      <h3>{word === 'denied' ? 'Denied' : word === 'pending' ? 'Approve or deny' : 'Approved'}</h3>
      {word === 'pending' ? (
        <div className="o-row wrap">
          <Button
            loading={running === 'approve'}
            onClick={() => void act(() => decideCsr(client, object, 'Approved', now), 'approve')}
          >
            Approve as {identity.name}
          </Button>
          <Button
            variant="light"
            color="red"
            loading={running === 'deny'}
            onClick={() => void act(() => decideCsr(client, object, 'Denied', now), 'deny')}
          >
            Deny
          </Button>
          {refusal !== undefined && (
            <span>
              <Verdict tone="changed">cannot be signed</Verdict> {refusal}
            </span>
          )}
        </div>
      ) : (
        <Conditions object={object} />
      )}
      {fault}
    </li>
  )
}

/** The certificate, or why there is none yet. */
export function SignedStep({
  parsed,
  ca,
  word,
  rule,
  refusal,
  signerName,
  running,
  act,
  object,
  fault,
}: {
  readonly parsed: ParsedCertificate | undefined
  readonly ca: ClusterCa
  readonly word: 'pending' | 'approved' | 'issued'
  readonly rule: SignerRule | undefined
  readonly refusal: string | undefined
  readonly signerName: string
  readonly running: string | undefined
  readonly act: (work: () => Promise<unknown>, what?: string) => Promise<boolean>
  readonly object: ApiObject
  /** Why the last signing in this tab failed. */
  readonly fault: ReactNode
}) {
  const client = useClient()
  const now = useNow()
  return (
    <li className={parsed ? 'done' : ''}>
      <h3>Signed</h3>
      {parsed ? (
        <CertificateFields certificate={parsed} ca={ca} />
      ) : word === 'approved' ? (
        rule ? (
          refusal === undefined ? (
            <Verdict tone="waiting">signing…</Verdict>
          ) : (
            <span>
              <Verdict tone="refused">The signer refused</Verdict> {refusal}. This is in the signer’s log only, not in
              the object.
            </span>
          )
        ) : (
          <div className="o-row wrap">
            <span className="o-dim">No controller in this cluster signs for {signerName}.</span>
            <Button
              loading={running === 'sign'}
              onClick={() =>
                void act(async () => {
                  const { signHere } = await import('./custom-signer')
                  await signHere(client, object, now)
                }, 'sign')
              }
            >
              Sign with a CA in this tab
            </Button>
          </div>
        )
      ) : (
        <span className="o-dim">Waiting for approval.</span>
      )}
      {fault}
    </li>
  )
}
