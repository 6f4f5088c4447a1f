import { Button } from '@mantine/core'
import { currentPlane } from '../../../links/plane-key'
import { letProgramsReach, programsMayReach } from '../../../links/programs'
import type { SiteServerState } from '../../../machinery/serving'
import { CopyButton } from '../../components/CopyButton'
import { Go } from '../../components/Go'
import { type Tone, Verdict } from '../../components/Verdict'
import { CONFIG_FILE } from './config-file'

const STATES: Readonly<Record<SiteServerState['state'], readonly [tone: Tone, title: string, about: string]>> = {
  serving: ['allowed', 'connected', 'While this page is open, programs on this computer reach its cluster here:'],
  waiting: [
    'waiting',
    'another page serves',
    'Programs reach the cluster of another browser window that was opened first. Close it to serve this one.',
  ],
  lost: ['refused', 'no connection', 'The server of this site does not answer. Start it again with npm start.'],
  none: [
    'none',
    'not available',
    'A page cannot accept connections itself, and the server of this site does not pass them on.',
  ],
}

/** Whether programs can reach this cluster, and at which addresses. */
export function ServerPart({ server }: { readonly server: SiteServerState }) {
  const [tone, title, about] = STATES[server.state]
  const elsewhere = server.state === 'none' && currentPlane() !== ''
  const places = server.state === 'serving' && server.at
  return (
    <section className="o-panel" aria-label="Addresses">
      <header>
        <h2>Addresses</h2>
        <Verdict tone={tone}>{title}</Verdict>
      </header>
      <div className="o-panel-body o-stack" aria-live="polite">
        {elsewhere ? <OtherPlane /> : <p className="o-connect-about">{about}</p>}
        {places && (
          <dl className="o-facts">
            <Address term="HTTPS" address={places.secureAddress} />
            <Address term="HTTP" address={places.address} />
          </dl>
        )}
        {places && (
          <p className="o-connect-about o-dim">
            Requests without credentials are anonymous. Only this computer can connect, and pages of other sites cannot.
          </p>
        )}
        {server.state === 'none' && !elsewhere && (
          <ol className="o-in-text">
            <li>
              In a copy of this project, run <code>npm start</code>, and open the address that it prints. That site
              passes connections to its open page.
            </li>
            <li>
              Open Connect there. It gives you <code>{CONFIG_FILE}</code>, the file with the address and your
              credentials that the programs below need.
            </li>
            <li>
              To take your objects with you,{' '}
              <Go className="o-link" place={{ to: '/settings/storage' }}>
                export them here
              </Go>{' '}
              and import them there. To connect to this very page instead, run <code>npm run relay</code> and open the
              address that it prints.
            </li>
          </ol>
        )}
      </div>
    </section>
  )
}

/** Programs reach one plane of the browser, by default the main one. */
function OtherPlane() {
  const letIn = (): void => {
    letProgramsReach(localStorage, currentPlane())
    location.reload()
  }
  if (programsMayReach(localStorage))
    return (
      <p className="o-connect-about">
        The server of this site does not pass connections on, or another window holds this plane: then close that window
        and load this page again.
      </p>
    )
  return (
    <>
      <p className="o-connect-about">
        Programs reach the main plane, and this is a different plane. While this plane is open, it can replace the main
        plane.
      </p>
      <div>
        <Button size="compact-sm" variant="default" onClick={letIn}>
          Let programs reach this plane
        </Button>
      </div>
    </>
  )
}

function Address({ term, address }: { readonly term: string; readonly address: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd className="o-row">
        <code className="o-break">{address}</code>
        <CopyButton label={`Copy the ${term} address`} text={() => address} />
      </dd>
    </>
  )
}
