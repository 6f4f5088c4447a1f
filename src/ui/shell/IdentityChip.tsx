import { lazy, memo, Suspense, useState } from 'react'
import { Icon } from '../components/Icon'
import { type MenuEntry, PillMenu } from '../components/PillMenu'
import { ADMIN, type Identity, identityOf, NOBODY, useIdentities, useIdentity } from '../state/identity'
import { useKeys } from '../state/keys'
import { useActAs } from '../state/act-as'
import { showActAs, useActAsDialog } from '../state/act-as-dialog'
import { useGo } from '../state/place'

const ActAsDialog = lazy(() => import('../components/ActAsDialog').then((m) => ({ default: m.ActAsDialog })))

/** The identity that the page acts as, with a menu that switches it in two keys. */
export const IdentityChip = memo(function IdentityChip() {
  const { identity, missing } = useIdentity()
  const [menu, setMenu] = useState(false)
  const dialog = useActAsDialog(({ open }) => open)
  const { known, recent } = useIdentities()
  const actAs = useActAs()
  const go = useGo()
  useKeys([
    { keys: 'i i', title: 'Choose an identity', section: 'Identity', run: () => setMenu(true) },
    { keys: 'i a', title: 'Act as admin', section: 'Identity', run: () => actAs(ADMIN.id) },
    { keys: 'i n', title: 'Act as anonymous: send no credentials', section: 'Identity', run: () => actAs(NOBODY.id) },
    { keys: 'i u', title: 'Act as a user…', section: 'Identity', run: () => showActAs(true) },
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
  const entry = (other: Identity): MenuEntry => ({
    id: other.id,
    icon: other.id === identity.id && !missing ? 'check' : 'identity',
    text: other.name,
    note: other.groups.length > 0 ? other.groups.join(', ') : other.note,
    run: () => actAs(other.id),
  })
  return (
    <>
      <PillMenu
        opened={menu}
        onChange={setMenu}
        position="bottom-end"
        width={280}
        target={
          <button
            type="button"
            data-tour="identity"
            className={`o-pill line ${missing || identity.id !== ADMIN.id ? 'as' : ''}`}
            aria-label={`Acting as ${missing ?? identity.name}. Change identity`}
          >
            <Icon name="identity" />
            <span className="o-clip o-narrow-11">{missing ? `${missing}?` : identity.name}</span>
          </button>
        }
        entries={() => [
          ...(missing
            ? [{ heading: `This tab has no credentials for ${missing}. Requests are sent without credentials.` }]
            : []),
          { heading: 'Send requests as' },
          entry(ADMIN),
          entry(NOBODY),
          ...others.map(entry),
          'rule',
          { id: 'act-as', icon: 'plus', text: 'Act as a user…', run: () => showActAs(true) },
          {
            id: 'more',
            icon: 'identity',
            text: 'More: tokens, certificates, service accounts…',
            run: () => go({ to: '/identity' }),
          },
        ]}
      />
      <Suspense fallback={null}>{dialog && <ActAsDialog onClose={() => showActAs(false)} onChoose={actAs} />}</Suspense>
    </>
  )
})
