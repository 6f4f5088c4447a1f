import { Button } from '@mantine/core'
import { ALL_NAMES, NAMES_TITLES } from '../../names/sets'
import { siteOf } from '../../names/site'
import { SPOKEN } from '../../names/spoken'

/** Links to this site in each vocabulary; the current one is marked. `place` is the destination, such as `#/settings`. */
export function NamesSwitch({ place = '' }: { readonly place?: string }) {
  return (
    <nav className="o-chips" aria-label="Names">
      {ALL_NAMES.map((names) => (
        <Button
          key={names}
          component="a"
          variant={names === SPOKEN ? 'filled' : 'default'}
          href={siteOf(names, document.baseURI) + place}
          aria-current={names === SPOKEN ? 'true' : undefined}
        >
          {NAMES_TITLES[names]}
        </Button>
      ))}
    </nav>
  )
}
