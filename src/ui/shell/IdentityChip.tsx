import { Menu } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../components/Icon'
import { ADMIN, type Identity, identityOf, NOBODY, useIdentities, useIdentity } from '../state/identity'
import { useKeys } from '../state/keys'
import { useActAs } from '../state/act-as'
import { useGo } from '../state/place'

const ActAsDialog = lazy(() => import('../components/ActAsDialog').then((m) => ({ default: m.ActAsDialog })))

/** Who the page is, and a way to be somebody else in two keys. */
export function IdentityChip() {
  const { identity, missing } = useIdentity()
  const [menu, setMenu] = useState(false)
  const [dialog, setDialog] = useState(false)
  const { known, recent } = useIdentities()
  const actAs = useActAs()
  const go = useGo()
  useKeys([
    { keys: 'i i', title: 'Choose an identity', section: 'Identity', run: () => setMenu(true) },
    { keys: 'i a', title: 'Act as admin', section: 'Identity', run: () => actAs(ADMIN.id) },
    { keys: 'i n', title: 'Act as anonymous: send no credentials', section: 'Identity', run: () => actAs(NOBODY.id) },
    { keys: 'i u', title: 'Act as a user …', section: 'Identity', run: () => setDialog(true) },
  ])
  const others = [
    ...new Set([
      ...(missing || identity.id === ADMIN.id || identity.id === NOBODY.id ? [] : [identity.id]),
      ...recent,
      ...Object.keys(known),
    ]),
  ].flatMap((id) => {
    const other = identityOf(id, known)
    return other ? [other] : []
  })
  const entry = (other: Identity) => (
    <Menu.Item
      key={other.id}
      onClick={() => actAs(other.id)}
      leftSection={<Icon name={other.id === identity.id && !missing ? 'check' : 'identity'} />}
    >
      <div className="o-break">{other.name}</div>
      <div className="o-tiny o-dim o-break">{other.groups.length ? other.groups.join(', ') : other.note}</div>
    </Menu.Item>
  )
  return (
    <>
      <Menu opened={menu} onChange={setMenu} position="bottom-end" shadow="md" width={280} withinPortal={false}>
        <Menu.Target>
          <button
            type="button"
            data-tour="identity"
            className={`o-pill line ${missing || identity.id !== ADMIN.id ? 'as' : ''}`}
            aria-label={`Acting as ${missing ?? identity.name}. Change identity`}
          >
            <Icon name="identity" />
            <span className="o-clip o-narrow-11">{missing ? `${missing}?` : identity.name}</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {missing && (
            <Menu.Label>This tab has no credentials for {missing}. Requests are sent without credentials.</Menu.Label>
          )}
          <Menu.Label>Send requests as</Menu.Label>
          {entry(ADMIN)}
          {entry(NOBODY)}
          {others.map(entry)}
          <Menu.Divider />
          <Menu.Item leftSection={<Icon name="plus" />} onClick={() => setDialog(true)}>
            Act as a user …
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="identity" />} onClick={() => go({ to: '/identity' })}>
            More: tokens, certificates, service accounts …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {dialog && <ActAsDialog opened onClose={() => setDialog(false)} onChoose={actAs} />}
      </Suspense>
    </>
  )
}
