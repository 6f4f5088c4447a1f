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
  const own = [...root.querySelectorAll<SVGSVGElement>('svg[role=img]')].map((svg) => ({
    title: svg.getAttribute('aria-label') ?? 'Picture',
    draw: () => standaloneSvg(svg),
  }))
  return [...drawn, ...own]
}
