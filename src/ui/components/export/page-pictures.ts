import { standaloneSvg } from './picture'

/** A picture on the page that can be exported; `draw` returns it as SVG. */
export interface PagePicture {
  readonly title: string
  readonly draw: () => string
}

const drawn = new Set<PagePicture>()

/** Registers a picture that is not a single SVG element. Returns a function that removes it. */
export function showPicture(picture: PagePicture): () => void {
  drawn.add(picture)
  return () => drawn.delete(picture)
}

/** All pictures in a part of the page. */
export function picturesIn(root: ParentNode): PagePicture[] {
  // Graphs register themselves; their mini maps are duplicates.
  const svgs = [...root.querySelectorAll<SVGSVGElement>('svg[role=img]')].filter((svg) => !svg.closest('.react-flow'))
  const own = svgs.map((svg) => {
    // A label describes everything that is drawn: too much for a title.
    const title = svg.dataset['title'] ?? svg.getAttribute('aria-label') ?? 'Picture'
    return { title, draw: () => standaloneSvg(svg, title) }
  })
  return [...drawn, ...own]
}
