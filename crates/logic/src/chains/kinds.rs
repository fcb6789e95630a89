//! The kinds of forcing chains.

use super::Config;
use super::forcing::Shape;
use crate::technique::Kind;

/// The kinds that a search finds, in the order of [`kind`].
pub(crate) fn kinds(config: Config) -> &'static [Kind] {
    match config {
        Config { nishio: true, .. } => NISHIO,
        Config { dynamic: false, .. } => MULTIPLE,
        Config { level: 0, .. } => DYNAMIC,
        Config { level: 1, .. } => PLUS,
        Config { level: 2, .. } => NESTED,
        Config { level: 3, .. } => NESTED_MULTIPLE,
        Config { nested_level: 0, .. } => NESTED_DYNAMIC,
        Config { nested_level: 1, .. } => NESTED_PLUS,
        Config { nested_level: 2, .. } => DOUBLY_NESTED,
        Config { .. } => DOUBLY_NESTED_MULTIPLE,
    }
}

/// The id of a kind.
pub(super) fn kind(config: Config, shape: Shape) -> &'static str {
    let index = match shape {
        Shape::Contradiction(..) if config.nishio => 0,
        Shape::Cell(_) => 0,
        Shape::House { .. } => 1,
        Shape::Contradiction(..) => 2,
        Shape::Double(_) => 3,
    };
    kinds(config)[index].id
}

const NISHIO: &[Kind] = &[Kind { id: "nishio", title: "Nishio forcing chain" }];

const MULTIPLE: &[Kind] = &[
    Kind { id: "cell-forcing-chain", title: "Cell forcing chain" },
    Kind { id: "region-forcing-chain", title: "Region forcing chain" },
];

const DYNAMIC: &[Kind] = &[
    Kind { id: "dynamic-cell-forcing-chain", title: "Dynamic cell forcing chain" },
    Kind { id: "dynamic-region-forcing-chain", title: "Dynamic region forcing chain" },
    Kind {
        id: "dynamic-contradiction-forcing-chain",
        title: "Dynamic contradiction forcing chain",
    },
    Kind { id: "dynamic-double-forcing-chain", title: "Dynamic double forcing chain" },
];

const PLUS: &[Kind] = &[
    Kind { id: "dynamic-plus-cell-forcing-chain", title: "Dynamic cell forcing chain (+)" },
    Kind { id: "dynamic-plus-region-forcing-chain", title: "Dynamic region forcing chain (+)" },
    Kind {
        id: "dynamic-plus-contradiction-forcing-chain",
        title: "Dynamic contradiction forcing chain (+)",
    },
    Kind { id: "dynamic-plus-double-forcing-chain", title: "Dynamic double forcing chain (+)" },
];

const NESTED: &[Kind] = &[
    Kind {
        id: "nested-cell-forcing-chain",
        title: "Dynamic cell forcing chain with nested forcing chains",
    },
    Kind {
        id: "nested-region-forcing-chain",
        title: "Dynamic region forcing chain with nested forcing chains",
    },
    Kind {
        id: "nested-contradiction-forcing-chain",
        title: "Dynamic contradiction forcing chain with nested forcing chains",
    },
    Kind {
        id: "nested-double-forcing-chain",
        title: "Dynamic double forcing chain with nested forcing chains",
    },
];

const NESTED_MULTIPLE: &[Kind] = &[
    Kind {
        id: "nested-multiple-cell-forcing-chain",
        title: "Dynamic cell forcing chain with nested multiple forcing chains",
    },
    Kind {
        id: "nested-multiple-region-forcing-chain",
        title: "Dynamic region forcing chain with nested multiple forcing chains",
    },
    Kind {
        id: "nested-multiple-contradiction-forcing-chain",
        title: "Dynamic contradiction forcing chain with nested multiple forcing chains",
    },
    Kind {
        id: "nested-multiple-double-forcing-chain",
        title: "Dynamic double forcing chain with nested multiple forcing chains",
    },
];

const NESTED_DYNAMIC: &[Kind] = &[
    Kind {
        id: "nested-dynamic-cell-forcing-chain",
        title: "Dynamic cell forcing chain with nested dynamic forcing chains",
    },
    Kind {
        id: "nested-dynamic-region-forcing-chain",
        title: "Dynamic region forcing chain with nested dynamic forcing chains",
    },
    Kind {
        id: "nested-dynamic-contradiction-forcing-chain",
        title: "Dynamic contradiction forcing chain with nested dynamic forcing chains",
    },
    Kind {
        id: "nested-dynamic-double-forcing-chain",
        title: "Dynamic double forcing chain with nested dynamic forcing chains",
    },
];

const NESTED_PLUS: &[Kind] = &[
    Kind {
        id: "nested-dynamic-plus-cell-forcing-chain",
        title: "Dynamic cell forcing chain with nested dynamic forcing chains (+)",
    },
    Kind {
        id: "nested-dynamic-plus-region-forcing-chain",
        title: "Dynamic region forcing chain with nested dynamic forcing chains (+)",
    },
    Kind {
        id: "nested-dynamic-plus-contradiction-forcing-chain",
        title: "Dynamic contradiction forcing chain with nested dynamic forcing chains (+)",
    },
    Kind {
        id: "nested-dynamic-plus-double-forcing-chain",
        title: "Dynamic double forcing chain with nested dynamic forcing chains (+)",
    },
];

const DOUBLY_NESTED: &[Kind] = &[
    Kind {
        id: "doubly-nested-cell-forcing-chain",
        title: "Dynamic cell forcing chain with dynamic forcing chains that nest forcing chains",
    },
    Kind {
        id: "doubly-nested-region-forcing-chain",
        title: "Dynamic region forcing chain with dynamic forcing chains that nest forcing chains",
    },
    Kind {
        id: "doubly-nested-contradiction-forcing-chain",
        title: "Dynamic contradiction forcing chain with dynamic forcing chains that nest forcing chains",
    },
    Kind {
        id: "doubly-nested-double-forcing-chain",
        title: "Dynamic double forcing chain with dynamic forcing chains that nest forcing chains",
    },
];

const DOUBLY_NESTED_MULTIPLE: &[Kind] = &[
    Kind {
        id: "doubly-nested-multiple-cell-forcing-chain",
        title: "Dynamic cell forcing chain with dynamic forcing chains that nest multiple forcing chains",
    },
    Kind {
        id: "doubly-nested-multiple-region-forcing-chain",
        title: "Dynamic region forcing chain with dynamic forcing chains that nest multiple forcing chains",
    },
    Kind {
        id: "doubly-nested-multiple-contradiction-forcing-chain",
        title: "Dynamic contradiction forcing chain with dynamic forcing chains that nest multiple forcing chains",
    },
    Kind {
        id: "doubly-nested-multiple-double-forcing-chain",
        title: "Dynamic double forcing chain with dynamic forcing chains that nest multiple forcing chains",
    },
];
