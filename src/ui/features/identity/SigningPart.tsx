import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { SIGNER_RULES } from '../../../api/kinds/certificates/signers'
import { isStatus } from '../../../client/client'
import { isObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { parseBundle } from '../../../pki/chain'
import { parseRequestPem } from '../../../pki/request'
import { Icon } from '../../components/Icon'
import { notifyDone } from '../../state/notify'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useNow } from '../../state/clock'
import { useClient, useSystemClient } from '../../state/connection'
import { useIdentity } from '../../state/identity'
import { objectPlace, useGo } from '../../state/place'
import { useImpersonate } from './acting'
import { CertificateFields, RequestFields } from './CertificateFields'
import { exportFile } from './client-files'
import { download } from '../../state/download'
import { Part } from './IdentityFrame'
import { fileName, type Kept } from './keyring'
import { Secret } from './Secret'
import { textOf, textsOf } from './text'
import { decide, REQUESTS, STATE_TONES, stateOf, useCsrStore } from './csr-store'
import { useAction } from '../../state/use-action'

const RBAC = 'rbac.authorization.orch.io'

/** One signing request on its way: its fields, the decision, the certificate, and what it is good for. */
export function SigningPart({ object }: { readonly object: ApiObject }) {
  const client = useClient()
  const system = useSystemClient()
  const go = useGo()
  const now = useNow()
  const be = useImpersonate()
  const { identity } = useIdentity()
  const name = object.metadata.name ?? ''
  const mine = useCsrStore((state) => state.made[name])
  const { act, running, error } = useAction()
  const spec = isObject(object['spec']) ? object['spec'] : {}
  const usages = textsOf(spec['usages'])
  const signerName = textOf(spec['signerName'])
  const rule = SIGNER_RULES.get(signerName)
  const { word, certificate } = stateOf(object)
  const requestPem = textOf(spec['request'])
  const request = useMemo(() => {
    try {
      return parseRequestPem(atob(requestPem))
    } catch {
      return undefined // the server has let in what this page can't read: its object still shows
    }
  }, [requestPem])
  const parsed = useMemo(() => (certificate ? parseBundle(certificate)[0] : undefined), [certificate])
  const ca = useQuery({
    queryKey: ['cluster-ca'],
    queryFn: async () => {
      const map = await system.get(
        { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' },
        'orch-root-ca.crt',
      )
      const pem = isObject(map['data']) ? map['data']['ca.crt'] : undefined
      return typeof pem === 'string' ? pem : undefined
    },
  }).data
  const kept: Kept | undefined =
    parsed && mine && certificate
      ? {
          id: `certificate:${name}`,
          name: parsed.subject.commonName,
          groups: parsed.subject.organizations,
          note: `Certificate from request ${name}`,
          credential: { type: 'certificate', certificate, key: mine.key },
          until: parsed.notAfter,
        }
      : undefined
  const refusal = request && rule?.(request, usages)
  const bind = (): Promise<boolean> =>
    act(async () => {
      const user = parsed?.subject.commonName ?? ''
      try {
        await client.create(
          { group: RBAC, version: 'v1', resource: 'clusterrolebindings' },
          {
            apiVersion: `${RBAC}/v1`,
            kind: 'ClusterRoleBinding',
            metadata: { name: `workshop-view-${name}` },
            subjects: [{ kind: 'User', name: user, apiGroup: RBAC }],
            roleRef: { kind: 'ClusterRole', name: 'view', apiGroup: RBAC },
          },
        )
      } catch (failure) {
        if (!isStatus(failure, 'AlreadyExists')) throw failure
      }
      notifyDone(`${user} can view`, 'Bound to ClusterRole view')
    }, 'bind')
  return (
    <Part
      title={name}
      actions={
        <>
          <Verdict tone={STATE_TONES[word]}>{word}</Verdict>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => go(objectPlace(REQUESTS, undefined, name, { tab: 'yaml' }))}
          >
            View object
          </Button>
        </>
      }
    >
      <div className="o-panel-body" aria-live="polite">
        {error !== undefined && (
          <div style={{ marginBottom: 'var(--o-gap)' }}>
            <ErrorMessage error={error} />
          </div>
        )}
        <ol className="o-steps">
          <li className="done">
            <h3>Requested</h3>
            <div className="o-stack">
              <dl className="o-facts o-small">
                <dt>Requested by</dt>
                <dd className="o-mono">
                  {textOf(spec['username'])}
                  {textsOf(spec['groups']).length > 0 && (
                    <span className="o-dim"> of {textsOf(spec['groups']).join(', ')}</span>
                  )}
                </dd>
                <dt>Signer</dt>
                <dd className="o-mono">{signerName}</dd>
                <dt>Usages</dt>
                <dd>{usages.join(', ')}</dd>
                <dt>Lifetime (seconds)</dt>
                <dd>
                  {spec['expirationSeconds'] === undefined ? 'signer default' : textOf(spec['expirationSeconds'])}
                </dd>
              </dl>
              {request ? (
                <RequestFields request={request} />
              ) : (
                <p className="o-dim" style={{ margin: 0 }}>
                  This CSR cannot be decoded.
                </p>
              )}
            </div>
          </li>
          <li className={word === 'denied' || word === 'failed' ? 'failed' : word === 'pending' ? '' : 'done'}>
            <h3>{word === 'denied' ? 'Denied' : word === 'pending' ? 'Approve or deny' : 'Approved'}</h3>
            {word === 'pending' ? (
              <div className="o-row wrap">
                <Button
                  size="xs"
                  loading={running === 'approve'}
                  onClick={() => void act(() => decide(client, name, 'Approved', now), 'approve')}
                >
                  Approve as {identity.name}
                </Button>
                <Button
                  size="xs"
                  variant="light"
                  color="red"
                  loading={running === 'deny'}
                  onClick={() => void act(() => decide(client, name, 'Denied', now), 'deny')}
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
          </li>
          {word !== 'denied' && word !== 'failed' && (
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
                      <Verdict tone="refused">The signer refused</Verdict> {refusal}. This is in the signer’s log only,
                      not in the object.
                    </span>
                  )
                ) : (
                  <div className="o-row wrap">
                    <span className="o-dim">No controller in this cluster signs for {signerName}.</span>
                    <Button
                      size="xs"
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
            </li>
          )}
          {certificate && parsed && (
            <li className={identity.id === kept?.id ? 'done' : ''}>
              <h3>Use the certificate</h3>
              <div className="o-stack">
                {kept ? (
                  <div className="o-row wrap">
                    <Button size="xs" onClick={() => be(kept)} leftSection={<Icon name="identity" size={14} />}>
                      Act as {kept.name}
                    </Button>
                    <Button size="xs" variant="default" loading={running === 'bind'} onClick={() => void bind()}>
                      Grant {kept.name} view access
                    </Button>
                  </div>
                ) : (
                  <p className="o-dim" style={{ margin: 0 }}>
                    Its private key is not in this tab, so you cannot act as {parsed.subject.commonName}.
                  </p>
                )}
                <div className="o-row wrap">
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<Icon name="download" size={14} />}
                    onClick={() => download(fileName(name, '.crt'), certificate)}
                  >
                    Certificate
                  </Button>
                  {kept && mine && (
                    <>
                      <Button
                        size="xs"
                        variant="default"
                        leftSection={<Icon name="download" size={14} />}
                        onClick={() => download(fileName(name, '.key'), mine.key)}
                      >
                        Private key
                      </Button>
                      <Button
                        size="xs"
                        variant="default"
                        leftSection={<Icon name="download" size={14} />}
                        onClick={() =>
                          download(
                            fileName(name, '.config.yaml'),
                            exportFile(
                              {
                                cluster: 'orchard',
                                server: new URL('.', document.baseURI).href.replace(/\/$/, ''),
                                ...(ca !== undefined && { ca }),
                              },
                              [kept],
                            ),
                            'application/yaml',
                          )
                        }
                      >
                        Client configuration with private key
                      </Button>
                    </>
                  )}
                </div>
                {mine && <Secret block text={mine.key} label={`the private key of ${name}`} />}
                <details>
                  <summary className="o-small">Certificate (PEM)</summary>
                  <pre className="o-code" tabIndex={0} aria-label="Certificate">
                    {certificate}
                  </pre>
                </details>
              </div>
            </li>
          )}
        </ol>
      </div>
    </Part>
  )
}

function Conditions({ object }: { readonly object: ApiObject }) {
  const status = isObject(object['status']) ? object['status'] : {}
  const conditions = Array.isArray(status['conditions']) ? status['conditions'].filter(isObject) : []
  return (
    <ul className="o-small" style={{ margin: 0, paddingLeft: '1rem' }}>
      {conditions.map((condition, i) => (
        <li key={i}>
          <strong>{textOf(condition['type'])}</strong> {textOf(condition['reason'])}:{' '}
          <span className="o-dim">{textOf(condition['message'])}</span>
        </li>
      ))}
    </ul>
  )
}
