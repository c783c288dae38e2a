// What is said about saving and deleting, by the name of the thing (specification, point 8).

export type Noun = 'Company' | 'Access Controller' | 'Employee' | 'Setting' | 'Role' | 'User' | 'URL';

const inSentence = (noun: Noun) => (noun === 'URL' ? noun : noun.toLowerCase());

export const said = {
  created: (noun: Noun) => `${noun} created successfully`,
  updated: (noun: Noun) => `${noun} updated successfully`,
  deleted: (noun: Noun) => `${noun} deleted successfully`,
  notSaved: (noun: Noun) => `Failed to save ${inSentence(noun)}`,
  notDeleted: (noun: Noun) => `Failed to delete ${inSentence(noun)}`,
};
