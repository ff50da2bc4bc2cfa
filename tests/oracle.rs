//! Independent answers to the question what a program derives: slow ones that are plainly right, and compiled ones.

pub mod crepe_programs;
pub mod generate;
pub mod naive;
