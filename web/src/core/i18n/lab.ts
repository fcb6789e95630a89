/** Adds the words of the view Lab, which load with it. */
import { labEn } from "./lab.en";
import { labFr } from "./lab.fr";
import { addMessages } from "./message";

addMessages(labEn, labFr);
