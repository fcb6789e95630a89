/** Adds the words of the view Search and of the tour, which load with it. */
import { addMessages } from "./message";
import { searchEn } from "./search.en";
import { searchFr } from "./search.fr";
import { tourEn } from "./tour.en";
import { tourFr } from "./tour.fr";

addMessages(searchEn, searchFr);
addMessages(tourEn, tourFr);
