import type { PathElement } from '../../../managed-fields/path-element'
import type { NamedOwner } from '../../components/ownership/owners'
import type { Structure } from '../../components/ownership/structure'
import type { Conflict } from './conflicts'
import { placeIn } from './intents'
import type { WayOut } from './ways'

/** Which solution of a conflict fits, and why. */
export interface Advice {
  /** Name by which lessons refer to the advice. */
  readonly id: string
  readonly way: WayOut
  readonly why: string
}

interface Dispute {
  /** The refused manifest. */
  readonly text: string
  readonly conflicts: readonly Conflict[]
  /** The current owners of a disputed field. */
  readonly owners: readonly NamedOwner[]
  readonly structure: Structure
}

interface Rule extends Advice {
  readonly fits: (dispute: Dispute) => boolean
}

const everyOwner =
  (test: (owner: NamedOwner) => boolean) =>
  ({ owners }: Dispute): boolean =>
    owners.length > 0 && owners.every(test)

/** Whether a path leads to an atomic list or map. */
function isWhole(structure: Structure, path: readonly PathElement[] = []): boolean {
  const shape = path.reduce(
    (s, element) => (element.startsWith('f:') ? s.member(element.slice(2)) : s.item()),
    structure,
  )
  return shape.owned === 'whole' && path.length > 0
}

const CONTROLLERS = /(autoscaler|controller|operator)/

/** The usual resolutions by owners and fields. The first matching rule applies. */
const RULES: readonly Rule[] = [
  {
    id: 'controller',
    way: 'remove',
    why: 'A controller keeps this field up to date. If you force it, you and the controller keep overwriting each other.',
    fits: everyOwner(
      ({ subresource, manager, operation }) =>
        subresource === 'scale' || (operation === 'Update' && CONTROLLERS.test(manager)),
    ),
  },
  {
    id: 'client-side',
    way: 'force',
    why: 'The owner is client-side apply, the older method of the same tool. Take the fields over once.',
    fits: everyOwner(({ manager }) => manager.endsWith('client-side-apply')),
  },
  {
    id: 'former-name',
    way: 'force',
    why: 'Your manifest has everything that the owner applied. If the owner is you under an old name, take the fields over once, then withdraw the old name.',
    fits: ({ owners, text, structure }) =>
      owners.length === 1 &&
      owners.every(
        ({ operation, fields }) =>
          operation === 'Apply' && [...fields.paths()].every((path) => placeIn(text, path, structure) !== undefined),
      ),
  },
  {
    id: 'label',
    way: 'remove',
    why: 'A label or annotation has one value for everybody. Use a key of your own instead.',
    fits: ({ conflicts }) => conflicts.every(({ field }) => /^\.metadata\.(labels|annotations)/.test(field)),
  },
  {
    id: 'whole-list',
    way: 'remove',
    why: 'This list has one owner as a whole. Ask that owner to add your item.',
    fits: ({ conflicts, structure }) =>
      conflicts.every(
        ({ path, live, mine }) => (Array.isArray(live) || Array.isArray(mine)) && isWhole(structure, path),
      ),
  },
  {
    id: 'by-hand',
    way: 'force',
    why: 'The owner changed the object once, by hand. If the value belongs in your manifest, take it over.',
    fits: everyOwner(({ operation, subresource }) => operation === 'Update' && !subresource),
  },
]

const OTHERWISE: Advice = {
  id: 'otherwise',
  way: 'remove',
  why: 'Another manager applies this field too. Ask them first; until then, leave the field to them.',
}

/** The ids of all advice. */
export const ADVICE: readonly string[] = [...RULES, OTHERWISE].map(({ id }) => id)

/** The usual resolution of a conflict, and why. */
export function adviceFor(
  text: string,
  conflicts: readonly Conflict[],
  owners: readonly NamedOwner[],
  structure: Structure,
): Advice {
  const names = new Set(conflicts.flatMap((conflict) => conflict.owners))
  const dispute = { text, conflicts, owners: owners.filter(({ name }) => names.has(name)), structure }
  const { id, way, why } = RULES.find((rule) => rule.fits(dispute)) ?? OTHERWISE
  return { id, way, why }
}
