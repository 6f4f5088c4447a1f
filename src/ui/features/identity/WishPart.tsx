import { Button, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import {
  CLIENT_SIGNER,
  NODE_CLIENT_SIGNER,
  NODE_SERVING_SIGNER,
  SIGNER_RULES,
} from '../../../api/kinds/certificates/signers'
import { parseRequestPem } from '../../../pki/request'
import { USAGES } from '../../../pki/usages'
import { Icon } from '../../components/Icon'
import { Trouble } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useClient } from '../../state/connection'
import { useIdentity } from '../../state/identity'
import { RequestFields } from './CertificateFields'
import { download } from './download'
import { Part } from './IdentityFrame'
import { Secret } from './Secret'
import { useSessionDraft } from '../../state/session-draft'
import {
  altNamesOf,
  EXAMPLE_WISH,
  KEY_ALGORITHMS,
  makeKey,
  makeRequest,
  sendWish,
  useWorkshop,
  type Wish,
} from './workshop'

const OWN = 'example.com/workshop'
const SIGNERS = [CLIENT_SIGNER, NODE_CLIENT_SIGNER, NODE_SERVING_SIGNER, OWN]
const EMPTY: Wish = { ...EXAMPLE_WISH, name: '', commonName: '', organizations: [] }

/** Key, request, object: the three things that somebody who wants a certificate makes. */
export function WishPart({ onSent }: { readonly onSent: (name: string) => void }) {
  const client = useClient()
  const { identity } = useIdentity()
  const { key, request } = useWorkshop()
  const [wish, setWish, , , settle] = useSessionDraft<Wish>('wish', EMPTY)
  const [busy, setBusy] = useState<'key' | 'request' | 'send'>()
  const [error, setError] = useState<unknown>()
  const set = (part: Partial<Wish>): void => setWish({ ...wish, ...part })
  const run = async (what: 'key' | 'request' | 'send', work: () => Promise<unknown>): Promise<void> => {
    setBusy(what)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(undefined)
    }
  }
  const parsed = useMemo(() => (request ? parseRequestPem(request) : undefined), [request])
  const refusal = parsed && SIGNER_RULES.get(wish.signerName)?.(parsed, wish.usages)
  const stale =
    parsed !== undefined &&
    (parsed.subject.commonName !== wish.commonName ||
      parsed.subject.organizations.join('\n') !== wish.organizations.join('\n') ||
      JSON.stringify(parsed.altNames) !== JSON.stringify(altNamesOf(wish.altNames)))
  const objectName = wish.name || wish.commonName.toLowerCase().replace(/[^a-z0-9.-]+/g, '-')
  return (
    <Part title="Make a certificate">
      <div className="o-panel-body">
        {error !== undefined && (
          <div style={{ marginBottom: 'var(--o-gap)' }}>
            <Trouble error={error} />
          </div>
        )}
        <ol className="o-steps">
          <li className={key ? 'done' : ''}>
            <h3>A key, which never leaves this tab</h3>
            <div className="o-stack">
              <div className="o-row wrap" style={{ alignItems: 'flex-end' }}>
                <Select
                  size="xs"
                  w={140}
                  label="Kind of key"
                  allowDeselect={false}
                  data={[...KEY_ALGORITHMS]}
                  value={wish.algorithm}
                  onChange={(value) => set({ algorithm: value ?? 'P-256' })}
                />
                <Button
                  size="xs"
                  variant={key ? 'default' : 'filled'}
                  loading={busy === 'key'}
                  onClick={() => void run('key', () => makeKey(wish.algorithm))}
                >
                  {key ? 'Make another key' : 'Make a key'}
                </Button>
                {key && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<Icon name="download" size={14} />}
                    onClick={() => download(`${objectName || 'key'}.key`, key.pem)}
                  >
                    Download the key
                  </Button>
                )}
              </div>
              {key && <Secret block text={key.pem} label="the private key" />}
            </div>
          </li>
          <li className={request ? 'done' : ''}>
            <h3>A request, signed with it</h3>
            <div className="o-stack">
              <div className="o-form">
                <TextInput
                  size="xs"
                  label="Common name"
                  description="The user’s name"
                  value={wish.commonName}
                  onChange={(e) => set({ commonName: e.currentTarget.value })}
                />
                <TagsInput
                  size="xs"
                  label="Organizations"
                  description="The user’s groups"
                  value={[...wish.organizations]}
                  onChange={(organizations) => set({ organizations })}
                />
                <TagsInput
                  size="xs"
                  className="wide"
                  label="Alternative names"
                  description="DNS names, addresses, mail addresses, URIs: for servers"
                  value={[...wish.altNames]}
                  onChange={(altNames) => set({ altNames })}
                />
              </div>
              <div className="o-row wrap">
                <Button
                  size="xs"
                  variant={request ? 'default' : 'filled'}
                  disabled={!key || !wish.commonName.trim()}
                  loading={busy === 'request'}
                  onClick={() => void run('request', () => makeRequest(wish))}
                >
                  Sign the request
                </Button>
                {request && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<Icon name="download" size={14} />}
                    onClick={() => download(`${objectName || 'request'}.csr`, request)}
                  >
                    Download the request
                  </Button>
                )}
              </div>
              {stale && (
                <p style={{ margin: 0 }}>
                  <Verdict tone="changed">older</Verdict> The request below was signed before the fields above were
                  changed. Sign it again to take them over.
                </p>
              )}
              {parsed && <RequestFields request={parsed} />}
            </div>
          </li>
          <li>
            <h3>An object that asks a signer</h3>
            <div className="o-stack">
              <div className="o-form">
                <TextInput
                  size="xs"
                  label="Name of the object"
                  placeholder={objectName}
                  value={wish.name}
                  onChange={(e) => set({ name: e.currentTarget.value })}
                />
                <Select
                  size="xs"
                  label="Signer"
                  description={wish.signerName === OWN ? 'You sign yourself, here' : 'Built in'}
                  allowDeselect={false}
                  data={SIGNERS.includes(wish.signerName) ? SIGNERS : [...SIGNERS, wish.signerName]}
                  value={wish.signerName}
                  onChange={(value) => set({ signerName: value ?? CLIENT_SIGNER })}
                />
                <MultiSelect
                  size="xs"
                  className="wide"
                  label="Usages"
                  searchable
                  data={Object.keys(USAGES)}
                  value={[...wish.usages]}
                  onChange={(usages) => set({ usages })}
                />
                <NumberInput
                  size="xs"
                  label="Seconds"
                  description="600 at least; empty for the signer’s own"
                  value={wish.seconds}
                  step={3600}
                  onChange={(value) => set({ seconds: value === '' ? '' : Number(value) })}
                />
              </div>
              {refusal !== undefined && (
                <p style={{ margin: 0 }}>
                  <Verdict tone="changed">the signer will not sign</Verdict> {refusal}
                </p>
              )}
              <div className="o-row wrap">
                <Button
                  size="xs"
                  disabled={!request}
                  loading={busy === 'send'}
                  leftSection={<Icon name="send" size={14} />}
                  onClick={() =>
                    void run('send', async () => {
                      onSent(await sendWish(client, { ...wish, name: objectName }))
                      settle(wish)
                    })
                  }
                >
                  Send it as {identity.name}
                </Button>
              </div>
            </div>
          </li>
        </ol>
      </div>
    </Part>
  )
}
