/** Adds the words of the view Search, which load with it. */
import { addMessages } from "./message";
import { searchEn } from "./search.en";
import { searchFr } from "./search.fr";

addMessages(searchEn, searchFr);
