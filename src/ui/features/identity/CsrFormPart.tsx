import { Button, MultiSelect, NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import {
  CLIENT_SIGNER,
  NODE_CLIENT_SIGNER,
  NODE_SERVING_SIGNER,
  SIGNER_RULES,
} from '../../../api/kinds/certificates/signers'
import { parseRequestPem } from '../../../pki/request'
import { USAGES } from '../../../pki/usages'
import { Icon } from '../../components/Icon'
import { ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useClient } from '../../state/connection'
import { useIdentity } from '../../state/identity'
import { RequestFields } from './CertificateFields'
import { download } from '../../state/download'
import { Part } from './IdentityFrame'
import { useSessionDraft } from '../../state/session-draft'
import { altNamesOf, EXAMPLE_FORM, makeRequest, submitCsr, useCsrStore, type CsrForm } from './csr-store'
import { useAction } from '../../state/use-action'
import { KeyStep } from './CsrSteps'

const OWN = 'example.com/workshop'
const SIGNERS = [CLIENT_SIGNER, NODE_CLIENT_SIGNER, NODE_SERVING_SIGNER, OWN]
const EMPTY: CsrForm = { ...EXAMPLE_FORM, name: '', commonName: '', organizations: [] }

/** Key, request, object: the three things that somebody who wants a certificate makes. */
export function CsrFormPart({ onSent }: { readonly onSent: (name: string) => void }) {
  const client = useClient()
  const { identity } = useIdentity()
  const { key, request } = useCsrStore()
  const [form, setForm, , , settle] = useSessionDraft<CsrForm>('csr', EMPTY)
  const { act, running, error } = useAction()
  const set = (part: Partial<CsrForm>): void => setForm({ ...form, ...part })
  const parsed = useMemo(() => (request ? parseRequestPem(request) : undefined), [request])
  const refusal = parsed && SIGNER_RULES.get(form.signerName)?.(parsed, form.usages)
  const stale =
    parsed !== undefined &&
    (parsed.subject.commonName !== form.commonName ||
      parsed.subject.organizations.join('\n') !== form.organizations.join('\n') ||
      JSON.stringify(parsed.altNames) !== JSON.stringify(altNamesOf(form.altNames)))
  const objectName = form.name || form.commonName.toLowerCase().replace(/[^a-z0-9.-]+/g, '-')
  return (
    <Part title="Create a client certificate">
      <div className="o-panel-body">
        {error !== undefined && (
          <div style={{ marginBottom: 'var(--o-gap)' }}>
            <ErrorMessage error={error} />
          </div>
        )}
        <ol className="o-steps">
          <KeyStep made={key} form={form} set={set} running={running} act={act} objectName={objectName} />
          <li className={request ? 'done' : ''}>
            <h3>2. Create the CSR</h3>
            <div className="o-stack">
              <div className="o-form">
                <TextInput
                  size="xs"
                  label="Common name"
                  description="User name"
                  value={form.commonName}
                  onChange={(e) => set({ commonName: e.currentTarget.value })}
                />
                <TagsInput
                  size="xs"
                  label="Organizations"
                  description="Groups"
                  value={[...form.organizations]}
                  onChange={(organizations) => set({ organizations })}
                />
                <TagsInput
                  size="xs"
                  className="wide"
                  label="Alternative names"
                  description="DNS names, IP addresses, email addresses, URIs (for servers)"
                  value={[...form.altNames]}
                  onChange={(altNames) => set({ altNames })}
                />
              </div>
              <div className="o-row wrap">
                <Button
                  size="xs"
                  variant={request ? 'default' : 'filled'}
                  disabled={!key || !form.commonName.trim()}
                  loading={running === 'request'}
                  onClick={() => void act(() => makeRequest(form), 'request')}
                >
                  Create CSR
                </Button>
                {request && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<Icon name="download" size={14} />}
                    onClick={() => download(`${objectName || 'request'}.csr`, request)}
                  >
                    Download CSR
                  </Button>
                )}
              </div>
              {stale && (
                <p style={{ margin: 0 }}>
                  <Verdict tone="changed">outdated</Verdict> The fields above changed after this CSR was created. Create
                  the CSR again to use them.
                </p>
              )}
              {parsed && <RequestFields request={parsed} />}
            </div>
          </li>
          <li>
            <h3>3. Create the CertificateSigningRequest</h3>
            <div className="o-stack">
              <div className="o-form">
                <TextInput
                  size="xs"
                  label="Object name"
                  placeholder={objectName}
                  value={form.name}
                  onChange={(e) => set({ name: e.currentTarget.value })}
                />
                <Select
                  size="xs"
                  label="Signer"
                  description={form.signerName === OWN ? 'Signed by you in this tab' : 'Built in'}
                  allowDeselect={false}
                  data={SIGNERS.includes(form.signerName) ? SIGNERS : [...SIGNERS, form.signerName]}
                  value={form.signerName}
                  onChange={(value) => set({ signerName: value ?? CLIENT_SIGNER })}
                />
                <MultiSelect
                  size="xs"
                  className="wide"
                  label="Usages"
                  searchable
                  data={Object.keys(USAGES)}
                  value={[...form.usages]}
                  onChange={(usages) => set({ usages })}
                />
                <NumberInput
                  size="xs"
                  label="Lifetime in seconds"
                  description="At least 600; empty for the signer’s default"
                  value={form.seconds}
                  step={3600}
                  onChange={(value) => set({ seconds: value === '' ? '' : Number(value) })}
                />
              </div>
              {refusal !== undefined && (
                <p style={{ margin: 0 }}>
                  <Verdict tone="changed">the signer will refuse</Verdict> {refusal}
                </p>
              )}
              <div className="o-row wrap">
                <Button
                  size="xs"
                  disabled={!request}
                  loading={running === 'send'}
                  leftSection={<Icon name="send" size={14} />}
                  onClick={() =>
                    void act(async () => {
                      onSent(await submitCsr(client, { ...form, name: objectName }))
                      settle(form)
                    }, 'send')
                  }
                >
                  Create as {identity.name}
                </Button>
              </div>
            </div>
          </li>
        </ol>
      </div>
    </Part>
  )
}
