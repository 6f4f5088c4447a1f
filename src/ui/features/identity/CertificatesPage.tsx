import { Button } from '@mantine/core'
import { useState } from 'react'
import { isObject } from '../../../machinery/json'
import { Icon } from '../../components/Icon'
import { notifyTrouble } from '../../components/notify'
import { Empty, Loading, Trouble } from '../../components/States'
import { Age } from '../../components/time'
import { Verdict } from '../../components/Verdict'
import { useLiveObjects } from '../../queries/live-objects'
import { useClient, useSystemClient } from '../../state/connection'
import { useQueryState, useSetQuery } from '../../state/place'
import { IdentityFrame, Part } from './IdentityFrame'
import { SigningPart } from './SigningPart'
import { EXAMPLE_WISH, freeName, makeKey, makeRequest, REQUESTS, sendWish, STATE_TONES, stateOf } from './workshop'
import { textOf } from './text'
import { WishPart } from './WishPart'

/** From a key to a certificate that proves who somebody is. */
export function CertificatesPage() {
  const client = useClient()
  const system = useSystemClient()
  const { items, phase, error } = useLiveObjects(system, REQUESTS)
  const wanted = useQueryState()['csr']
  const setQuery = useSetQuery()
  const [busy, setBusy] = useState(false)
  const chosen = items.find(({ metadata }) => metadata.name === wanted)
  const example = async (): Promise<void> => {
    setBusy(true)
    try {
      const wish = { ...EXAMPLE_WISH, name: await freeName(system, EXAMPLE_WISH.name) }
      await makeKey(wish.algorithm)
      await makeRequest(wish)
      setQuery({ csr: await sendWish(client, wish) })
    } catch (failure) {
      notifyTrouble('Dora’s request could not be made', failure)
    } finally {
      setBusy(false)
    }
  }
  const sorted = [...items].sort((a, b) =>
    (b.metadata.creationTimestamp ?? '').localeCompare(a.metadata.creationTimestamp ?? ''),
  )
  return (
    <IdentityFrame
      at="/identity/certificates"
      actions={
        <Button
          size="xs"
          variant="default"
          loading={busy}
          leftSection={<Icon name="example" />}
          onClick={() => void example()}
        >
          A request of Dora’s
        </Button>
      }
    >
      <div className="o-two">
        <div className="o-stack">
          <WishPart onSent={(name) => setQuery({ csr: name })} />
          <Part title="Signing requests in the cluster">
            {phase === 'trouble' && (
              <div className="o-panel-body">
                <Trouble error={error} />
              </div>
            )}
            {phase === 'loading' && <Loading lines={3} />}
            {phase === 'live' && sorted.length === 0 && (
              <p className="o-panel-body o-faint" style={{ margin: 0 }}>
                None. Make one above, or let Dora.
              </p>
            )}
            {sorted.length > 0 && (
              <div className="o-scroll-x">
                <table className="o-table">
                  <thead>
                    <tr>
                      <th>Name</th>
                      <th>Signer</th>
                      <th>Asked for by</th>
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
          </Part>
        </div>
        {chosen ? (
          <SigningPart key={chosen.metadata.uid} object={chosen} />
        ) : (
          <Part title="A signing request">
            <Empty title={wanted ? `${wanted} is not there` : 'Choose a request'} icon="identity">
              Its fields, who may approve it, and what comes of it are shown here. Requests are deleted after an hour,
              or a day when nobody decides.
            </Empty>
          </Part>
        )}
      </div>
    </IdentityFrame>
  )
}
