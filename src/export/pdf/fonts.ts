// The fonts for PDFs in other scripts than ours: files in the site's folder fonts/, named in its fonts.txt.
// They are fetched only when a name needs them. This and the list itself are what whoever installs the site
// may add to.

export interface FontFiles {
  names(): Promise<string[]>;
  read(name: string): Promise<ArrayBuffer>;
}

/** The address ends in a slash. */
export function fontFilesAt(address: string): FontFiles {
  async function get(name: string): Promise<Response> {
    const response = await fetch(new URL(encodeURIComponent(name), address));
    if (!response.ok) throw new Error(`The font file ${name} cannot be read (status ${response.status})`);
    return response;
  }
  return {
    async names() {
      const lines = (await (await get('fonts.txt')).text()).split(/\r?\n/);
      return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
    },
    read: async (name) => (await get(name)).arrayBuffer(),
  };
}
