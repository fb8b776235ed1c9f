/** One heading of the side navigation. */
export interface Section {
  readonly title: string;
  /** A sentence for the first page. */
  readonly about: string;
  /** Markdown files below `docs`, without `.md`. */
  readonly pages?: readonly string[];
  /** A sentence about each product area by name, in the order of the navigation. */
  readonly areas?: Readonly<Record<string, string>>;
}

export type Contents = readonly Section[];

/** Tags that belong together, as OpenAPI tools read `x-tagGroups`. */
export interface TagGroup {
  readonly name: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
}

interface TitledArea {
  readonly name: string;
  readonly title: string;
}

/** The tag groups of the OpenAPI document: sections that have areas. Throws for an area that is unknown. */
export function tagGroups(contents: Contents, areas: readonly TitledArea[]): TagGroup[] {
  const titles = new Map(areas.map(({ name, title }) => [name, title]));
  const groups = contents.map(({ title, areas: sentences = {} }) => ({
    name: title,
    tags: Object.entries(sentences).map(([area, description]) => {
      const name = titles.get(area);
      if (name === undefined) throw new Error(`the contents name the area ${area}, which is unknown`);
      return { name, description };
    }),
  }));
  return groups.filter(({ tags }) => tags.length > 0);
}
