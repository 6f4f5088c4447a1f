import { standaloneSvg } from './picture'

/** A picture that the page shows. */
export interface PagePicture {
  readonly title: string
  readonly draw: () => string
}

const drawn = new Set<PagePicture>()

/** Says that a picture is shown that is not drawn as one SVG element; returns how to say that it is gone. */
export function showPicture(picture: PagePicture): () => void {
  drawn.add(picture)
  return () => drawn.delete(picture)
}

/** Every picture of a part of the page. */
export function picturesIn(root: ParentNode): PagePicture[] {
  // A graph says itself what it shows; the small one in its corner is the same again.
  const svgs = [...root.querySelectorAll<SVGSVGElement>('svg[role=img]')].filter((svg) => !svg.closest('.react-flow'))
  const own = svgs.map((svg) => ({
    title: svg.getAttribute('aria-label') ?? 'Picture',
    draw: () => standaloneSvg(svg),
  }))
  return [...drawn, ...own]
}
