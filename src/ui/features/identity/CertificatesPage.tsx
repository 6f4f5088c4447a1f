import { Button } from '@mantine/core'
import { Word } from '../../components/terms/Explained'
import { isObject } from '../../../machinery/json'
import { Icon } from '../../components/Icon'
import { Empty, Loading, ErrorMessage } from '../../components/States'
import { Age } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import { useLiveObjects } from '../../queries/live-objects'
import { useClient, useSystemClient } from '../../state/connection'
import { useAction } from '../../state/use-action'
import { useQueryState, useSetQuery } from '../../state/place'
import { Panel } from '../../components/Panel'
import { IdentityFrame } from './IdentityFrame'
import { SigningPart } from './SigningPart'
import { EXAMPLE_FORM, freeName, makeKey, makeRequest, REQUESTS, submitCsr, STATE_TONES, stateOf } from './csr-store'
import { textOf } from './text'
import { CsrFormPart } from './CsrFormPart'

/** From a private key to a client certificate, step by step. */
export function CertificatesPage() {
  const client = useClient()
  const system = useSystemClient()
  const { items, phase, error } = useLiveObjects(system, REQUESTS)
  const wanted = useQueryState()['csr']
  const setQuery = useSetQuery()
  const { act, busy } = useAction('Could not create the example request')
  const chosen = items.find(({ metadata }) => metadata.name === wanted)
  const example = async (): Promise<void> => {
    await act(async () => {
      const form = { ...EXAMPLE_FORM, name: await freeName(system, EXAMPLE_FORM.name) }
      await makeKey(form.algorithm)
      await makeRequest(form)
      setQuery({ csr: await submitCsr(client, form) })
    })
  }
  const sorted = [...items].sort((a, b) =>
    (b.metadata.creationTimestamp ?? '').localeCompare(a.metadata.creationTimestamp ?? ''),
  )
  return (
    <IdentityFrame
      at="/identity/certificates"
      actions={
        <Button variant="default" loading={busy} leftSection={<Icon name="example" />} onClick={() => void example()}>
          Load example request (Dora)
        </Button>
      }
    >
      <div className="o-two">
        <div className="o-stack">
          <CsrFormPart onSent={(name) => setQuery({ csr: name })} />
          <Panel title="CertificateSigningRequests">
            {phase === 'failed' && (
              <div className="o-panel-body">
                <ErrorMessage error={error} />
              </div>
            )}
            {phase === 'loading' && <Loading lines={3} />}
            {phase === 'live' && sorted.length === 0 && (
              <p className="o-panel-body o-faint o-flush">
                No signing requests yet. Create one above or load the example.
              </p>
            )}
            {sorted.length > 0 && (
              <div className="o-scroll-x">
                <table className="o-table">
                  <thead>
                    <tr>
                      <th>Name</th>
                      <th>
                        <Word id="signer">Signer</Word>
                      </th>
                      <th>Requested by</th>
                      <th>State</th>
                      <th>Age</th>
                    </tr>
                  </thead>
                  <tbody>
                    {sorted.map((item) => {
                      const name = item.metadata.name ?? ''
                      const spec = isObject(item['spec']) ? item['spec'] : {}
                      const { word } = stateOf(item)
                      return (
                        <tr key={name} className={name === wanted ? 'o-chosen' : ''}>
                          <td>
                            <button
                              type="button"
                              className="o-link o-mono o-break"
                              aria-current={name === wanted}
                              onClick={() => setQuery({ csr: name }, { push: true })}
                            >
                              {name}
                            </button>
                          </td>
                          <td className="o-mono o-break">{textOf(spec['signerName'])}</td>
                          <td className="o-mono o-break">{textOf(spec['username'])}</td>
                          <td>
                            <Verdict tone={STATE_TONES[word]}>{word}</Verdict>
                          </td>
                          <td>
                            <Age since={item.metadata.creationTimestamp} />
                          </td>
                        </tr>
                      )
                    })}
                  </tbody>
                </table>
              </div>
            )}
          </Panel>
        </div>
        {chosen ? (
          <SigningPart key={chosen.metadata.uid} object={chosen} />
        ) : (
          <Panel title="Signing request">
            <Empty title={wanted ? `${wanted} not found` : 'Select a signing request'} icon="identity">
              Its fields, its approval and the issued certificate appear here. Requests are deleted after one hour, or
              after one day when they are neither approved nor denied.
            </Empty>
          </Panel>
        )}
      </div>
    </IdentityFrame>
  )
}
